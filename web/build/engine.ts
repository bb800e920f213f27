// A vite plugin that brings the engine along: `virtual:engine` tells the address of its file, which
// `make wasm` makes. Pages for a server come without the house in the browser.

import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Plugin } from 'vite';

const VIRTUAL = 'virtual:engine';

const NO_HOUSE = '\0no-house';

export function engine(isSite: boolean): Plugin {
  let base = '/';
  let serving = false;
  const file = resolve(__dirname, '../..', process.env.SERAI_BUILD ?? 'build', 'wasm/house.wasm');

  return {
    name: 'serai-engine',
    configResolved(config) {
      base = config.base;
      serving = config.command === 'serve';
    },
    enforce: 'pre',
    resolveId: (id) => (id === VIRTUAL ? `\0${VIRTUAL}` : !isSite && id.endsWith('/house/page') ? NO_HOUSE : null),
    load(id) {
      if (id === NO_HOUSE) return 'export const localHouse = null;';
      if (id !== `\0${VIRTUAL}`) return null;
      if (serving) return `export default '/house.wasm';`;
      if (!existsSync(file)) this.error(`there is no ${file}: make wasm`);
      const source = readFileSync(file);
      const fileName = `assets/house-${createHash('sha256').update(source).digest('hex').slice(0, 8)}.wasm`;
      this.emitFile({ type: 'asset', fileName, source });
      return `export default ${JSON.stringify(base + fileName)};`;
    },
    configureServer(server) {
      server.middlewares.use((request, response, next) => {
        if ((request.url ?? '').split('?')[0] !== '/house.wasm' || !existsSync(file)) return next();
        response.setHeader('Content-Type', 'application/wasm');
        response.end(readFileSync(file));
      });
    },
  };
}
