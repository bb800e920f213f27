import { defineConfig } from 'vitest/config';

// What tests/wasm runs: the engine as WebAssembly, in Node.
export default defineConfig({
  test: {
    include: [process.env.BENCH_WASM ? 'tests/speed/**/*.test.ts' : 'tests/wasm/**/*.test.ts'],
    setupFiles: ['tests/wasm/crypto.ts'],
    environment: 'node',
    testTimeout: 1_200_000,
  },
});
