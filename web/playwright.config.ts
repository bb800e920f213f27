import { defineConfig } from '@playwright/test';

// Debian's own Chromium; `CHROMIUM` names another one.
const flags = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync'];

export default defineConfig<object, { where: 'served' | 'site' }>({
  testDir: 'tests/browser',
  outputDir: 'test-results',
  timeout: 1_200_000, // a busy machine is no fault
  expect: { timeout: 90_000 },
  fullyParallel: true,
  workers: 2,
  retries: Number(process.env.SERAI_RETRIES ?? 1), // what passes only then is told: tests/browser/reporter.ts
  reporter: [['./tests/browser/reporter.ts']],
  // The same journeys against a server, and as many as need no other person against a site.
  projects: [
    { name: 'served', testIgnore: '**/site.spec.ts' },
    { name: 'site', grep: /@both|@site/, use: { where: 'site' } },
  ],
  use: {
    launchOptions: { executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args: flags },
    actionTimeout: 90_000,
    trace: 'off',
  },
});
