// The pictures of the README: `make pictures`. Not a test; it has the tests' house and the same games every time.

import { defineConfig } from '@playwright/test';
import tests from './playwright.config';

export default defineConfig({ ...tests, testMatch: process.env.SERAI_AROUND === undefined ? 'pictures.ts' : 'around.ts', retries: 0, workers: 1, projects: [{ name: 'served' }] });
