// A vite plugin that brings the house for browsers along: `virtual:engine` tells the addresses of the
// engine, which `make wasm` makes, and of the nets of the games, files of their own.

import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Plugin } from 'vite';

const VIRTUAL = 'virtual:engine';
const root = resolve(__dirname, '../..');

/** GAME-SEATS, and where its file is. */
function netFiles(): [string, string][] {
  const games = resolve(root, 'src/games');
  return readdirSync(games, { withFileTypes: true })
    .filter((one) => one.isDirectory())
    .flatMap(({ name: game }) => readdirSync(resolve(games, game)).map((file) => [game, /^net-(\d)\.bin$/.exec(file)] as const))
    .flatMap(([game, found]): [string, string][] => (found ? [[`${game}-${found[1]}`, resolve(games, game, found[0])]] : []))
    .sort(([a], [b]) => (a < b ? -1 : 1));
}

/** Pages of a server do without where there is no engine; a site cannot. */
export function engine(isSite: boolean): Plugin {
  let base = '/';
  let serving = false;
  const file = resolve(root, process.env.SERAI_BUILD ?? 'build', 'wasm/house.wasm');
  const files = new Map([['/house.wasm', file], ...netFiles().map(([name, path]): [string, string] => [`/net-${name}.bin`, path])]);

  return {
    name: 'serai-engine',
    configResolved(config) {
      base = config.base;
      serving = config.command === 'serve';
    },
    resolveId: (id) => (id === VIRTUAL ? `\0${VIRTUAL}` : null),
    load(id) {
      if (id !== `\0${VIRTUAL}`) return null;
      if (!isSite && !serving && !existsSync(file)) return `export const engine = '';\nexport const nets = {};`;
      const address = (name: string, path: string): string => {
        if (serving) return name;
        if (!existsSync(path)) this.error(`there is no ${path}: make wasm`);
        const source = readFileSync(path);
        const fileName = `assets/${name.slice(1).replace('.', `-${createHash('sha256').update(source).digest('hex').slice(0, 8)}.`)}`;
        this.emitFile({ type: 'asset', fileName, source });
        return base + fileName;
      };
      const nets = netFiles().map(([name, path]) => [name, address(`/net-${name}.bin`, path)]);
      return `export const engine = ${JSON.stringify(address('/house.wasm', file))};\nexport const nets = ${JSON.stringify(Object.fromEntries(nets))};`;
    },
    configureServer(server) {
      server.middlewares.use((request, response, next) => {
        const path = files.get((request.url ?? '').split('?')[0]!);
        if (path === undefined || !existsSync(path)) return next();
        response.setHeader('Content-Type', path.endsWith('.wasm') ? 'application/wasm' : 'application/octet-stream');
        response.end(readFileSync(path));
      });
    },
  };
}
