import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';
import { art } from './build/art';

// The pages are served by `serai serve`; while developing, vite passes requests of the interface on.
const server = process.env.SERAI_ADDRESS ?? 'http://127.0.0.1:8080';

export default defineConfig({
  plugins: [art(), svelte()],
  build: { target: 'es2022', assetsInlineLimit: 0, modulePreload: { polyfill: false } },
  test: { include: ['src/**/*.test.ts', 'tests/unit/**/*.test.ts'], environment: 'node' },
  resolve: process.env.VITEST ? { conditions: ['browser'] } : {},
  server: { proxy: { '/api': { target: server, ws: true } } },
});
