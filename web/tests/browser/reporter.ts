// Quiet while all goes well; says what failed, and closes with "N passed, N failed". What passed only at
// its second try has passed, and is never hidden: UNSTEADY, with what was wrong at the first.

import type { FullResult, Reporter, TestCase, TestError, TestResult } from '@playwright/test/reporter';

const whole = (error: TestError) => error.stack ?? error.message ?? String(error.value);
// eslint-disable-next-line no-control-regex
const plain = (text: string) => text.replace(/\u001b\[[\d;]*m/g, '');

/** The first lines of what was wrong, in one: enough to know it by. */
const brief = (errors: readonly TestError[]) =>
  plain(errors.map(whole).join('\n'))
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .slice(0, 4)
    .join(' | ');

export default class Counting implements Reporter {
  private passed = 0;
  private failed = 0;
  private readonly ends: string[] = [];

  onTestEnd(test: TestCase, result: TestResult): void {
    const name = test.titlePath().slice(1).filter(Boolean).join(': ');
    const seconds = (result.duration / 1000).toFixed(1);
    if (result.status === 'passed') {
      this.passed++;
      console.log(`ok ${name} (${seconds} s)`);
      const first = test.results[0]!;
      if (first !== result) this.ends.push(`UNSTEADY: ${name}: passed at its second try; at the first: ${brief(first.errors)}`);
    } else if (result.status !== 'skipped') {
      const last = result.retry === test.retries;
      console.log(`${last ? 'broken' : 'is tried again:'} ${name} (${seconds} s)`);
      for (const error of result.errors) console.log(plain(whole(error)));
      if (!last) return;
      this.failed++;
      this.ends.push(`FAILED: ${name}: ${brief(result.errors)}`);
    }
  }

  onError(error: TestError): void {
    this.failed++;
    this.ends.push(`FAILED: ${brief([error])}`);
    console.log(plain(whole(error)));
  }

  onEnd(result: FullResult): void {
    if (result.status !== 'passed' && this.failed === 0) this.failed = 1;
    for (const line of this.ends) console.log(line);
    console.log(`${this.passed} passed, ${this.failed} failed`);
  }

  printsToStdio(): boolean {
    return true;
  }
}
