import { svelte } from '@sveltejs/vite-plugin-svelte';
import { resolve } from 'node:path';
import { defineConfig } from 'vitest/config';
import { art } from './build/art';
import { engine } from './build/engine';
import { site } from './build/site';

// The pages are served by `serai serve`; while developing, vite passes requests of the interface on.
const server = process.env.SERAI_ADDRESS ?? 'http://127.0.0.1:8080';

// What every page with a table needs, with all that it stands on, is one file: small ones compress badly.
const FRAME = /\/src\/(ui\/(Prompt|Choices|TableFrame|SeatPanel|ScoreTable|Names|Unplaced)\.svelte|lib\/(table\.svelte|typed|choices|prompt|person\.svelte|tables|width\.svelte|tips\.svelte|flights|attention|text\/coach-links)\.ts)$/;

/** A board's file is called after its game. */
function fileOf({ moduleIds }: { moduleIds: string[] }): string {
  for (const id of moduleIds) {
    const game = /\/src\/boards\/([^/]+)\/index\.ts$/.exec(id)?.[1];
    if (game) return `assets/${game}-[hash].js`;
  }
  return 'assets/[name]-[hash].js';
}

// `vite build --mode site` writes pages for hosts that have nothing but files: the house is in the
// browser, and addresses are relative.
export default defineConfig(({ mode }) => {
  const isSite = mode === 'site';
  return {
    base: isSite ? './' : '/',
    define: { __SITE__: JSON.stringify(isSite) },
    plugins: [art(), engine(isSite), svelte(), site(isSite)],
    worker: { format: 'es' },
    build: {
      target: 'es2022',
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      rollupOptions: { output: { manualChunks: (id: string) => (FRAME.test(id) ? 'frame' : undefined), chunkFileNames: fileOf } },
      ...(isSite ? { outDir: resolve(__dirname, '..', process.env.SERAI_BUILD ?? 'build', 'site'), emptyOutDir: true } : {}),
    },
    test: { include: ['src/**/*.test.ts', 'tests/unit/**/*.test.ts'], environment: 'node' },
    resolve: process.env.VITEST ? { conditions: ['browser'] } : {},
    server: { proxy: { '/api': { target: server, ws: true } } },
  };
});
