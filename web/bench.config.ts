import { defineConfig } from '@playwright/test';
import tests from './playwright.config';

// What `make bench-web` measures: one page at a time, with the same browser as the tests.
export default defineConfig({ ...tests, testDir: 'tests/figures', workers: 1, fullyParallel: false, reporter: 'line' });
