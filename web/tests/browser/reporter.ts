// Quiet while all goes well; says what failed, and closes with "N passed, N failed".

import type { FullResult, Reporter, TestCase, TestResult } from '@playwright/test/reporter';

export default class Counting implements Reporter {
  private passed = 0;
  private failed = 0;

  onTestEnd(test: TestCase, result: TestResult): void {
    const name = test.titlePath().slice(3).join(': ');
    const seconds = (result.duration / 1000).toFixed(1);
    if (result.status === 'passed') {
      this.passed++;
      console.log(`ok ${name} (${seconds} s)`);
    } else if (result.status !== 'skipped') {
      this.failed++;
      console.log(`FAILED ${name} (${seconds} s)`);
      for (const error of result.errors) console.log(error.stack ?? error.message ?? String(error.value));
    }
  }

  onError(error: { message?: string; stack?: string }): void {
    this.failed++;
    console.log(error.stack ?? error.message);
  }

  onEnd(result: FullResult): void {
    if (result.status !== 'passed' && this.failed === 0) this.failed = 1;
    console.log(`${this.passed} passed, ${this.failed} failed`);
  }

  printsToStdio(): boolean {
    return true;
  }
}
