// A vite plugin that makes the drawings: icons become one sprite for the shell and one for each
// game, and every Han character in the sources becomes a path in a sprite of seals. They are files
// of their own, so that drawings do not count as script; `virtual:art` tells their addresses.

import { readdirSync, readFileSync, existsSync, statSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { createRequire } from 'node:module';
import { createHash } from 'node:crypto';
import type { Plugin } from 'vite';

const require = createRequire(import.meta.url);
const opentype = require('opentype.js') as {
  parse(buffer: ArrayBuffer): { unitsPerEm: number; charToGlyph(char: string): Glyph };
};
interface Glyph {
  index: number;
  getPath(x: number, y: number, size: number): { toPathData(decimals: number): string };
}

const HAN = /[\u3400-\u9fff]/g;
const VIRTUAL = 'virtual:art';

function filesBelow(folder: string): string[] {
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    return statSync(path).isDirectory() ? filesBelow(path) : [path];
  });
}

/** Every Han character that the sources name, in order. */
export function hanCharacters(source: string): string[] {
  const found = new Set<string>();
  for (const path of filesBelow(source)) {
    if (!/\.(svelte|ts)$/.test(path)) continue;
    for (const char of readFileSync(path, 'utf8').match(HAN) ?? []) found.add(char);
  }
  return [...found].sort();
}

/** The slices of the font and which characters each has, as its style sheet says. */
function slices(folder: string): { file: string; ranges: [number, number][] }[] {
  const css = readFileSync(join(folder, '700.css'), 'utf8');
  return css.split('@font-face').flatMap((face) => {
    const file = /url\(\.\/files\/([^)]+\.woff)\)/.exec(face)?.[1];
    const range = /unicode-range:\s*([^;]+);/.exec(face)?.[1];
    if (!file || !range) return [];
    const ranges = range.split(',').map((one): [number, number] => {
      const [low, high] = one.trim().slice(2).split('-');
      return [parseInt(low!, 16), parseInt(high ?? low!, 16)];
    });
    return [{ file: join(folder, 'files', file), ranges }];
  });
}

/** A sprite with one symbol of 100 x 100 for each character: id "u753b" for U+753B. */
export function glyphSprite(characters: readonly string[], fontFolder: string): string {
  const parts = slices(fontFolder);
  const fonts = new Map<string, ReturnType<typeof opentype.parse>>();
  const symbols = characters.map((char) => {
    const code = char.codePointAt(0)!;
    const slice = parts.find(({ ranges }) => ranges.some(([low, high]) => low <= code && code <= high));
    if (!slice) throw new Error(`the font of seals has no ${char}: choose another character`);
    let font = fonts.get(slice.file);
    if (!font) {
      const bytes = readFileSync(slice.file);
      font = opentype.parse(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength) as ArrayBuffer);
      fonts.set(slice.file, font);
    }
    const glyph = font.charToGlyph(char);
    if (glyph.index === 0) throw new Error(`the font of seals has no ${char}: choose another character`);
    const path = glyph.getPath(0, 88, 100).toPathData(1);
    return `<symbol id="u${code.toString(16)}" viewBox="0 0 100 100"><path fill="currentColor" d="${path}"/></symbol>`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg">${symbols.join('')}</svg>`;
}

/** A sprite of the icons of a folder; ids are the file names. */
export function iconSprite(folder: string): { names: string[]; svg: string } {
  if (!existsSync(folder)) return { names: [], svg: '' };
  const names = readdirSync(folder)
    .filter((file) => file.endsWith('.svg'))
    .map((file) => basename(file, '.svg'))
    .sort();
  const symbols = names.map((name) => {
    const text = readFileSync(join(folder, `${name}.svg`), 'utf8');
    const open = /<svg\b([^>]*)>/.exec(text);
    const close = text.lastIndexOf('</svg>');
    if (!open || close < 0) throw new Error(`${folder}/${name}.svg is no SVG file`);
    const box = /viewBox="([^"]+)"/.exec(open[1]!)?.[1] ?? '0 0 32 32';
    const kept = open[1]!.replace(/\s(xmlns|width|height|viewBox|id)="[^"]*"/g, '');
    const inner = text.slice(open.index + open[0].length, close).replace(/<!--.*?-->/gs, '').replace(/\s+/g, ' ');
    return `<symbol id="${name}" viewBox="${box}"${kept}>${inner.trim()}</symbol>`;
  });
  return { names, svg: `<svg xmlns="http://www.w3.org/2000/svg">${symbols.join('')}</svg>` };
}

export function art(): Plugin {
  let root = '';
  let base = '/';
  let serving = false;
  const drawn = new Map<string, string>(); // file name -> text, while developing

  function drawAll(emit: (name: string, text: string) => string): string {
    const source = join(root, 'src');
    const font = resolve(root, 'node_modules/@fontsource/noto-serif-sc');
    const glyphs = emit('glyphs', glyphSprite(hanCharacters(source), font));
    const shared = iconSprite(join(source, 'art/icons'));
    const sprites: { [game: string]: { url: string; names: string[] } } = {
      '': { url: emit('icons', shared.svg), names: shared.names },
    };
    const boards = join(source, 'boards');
    for (const game of existsSync(boards) ? readdirSync(boards).sort() : []) {
      const { names, svg } = iconSprite(join(boards, game, 'icons'));
      if (names.length > 0) sprites[game] = { url: emit(`icons-${game}`, svg), names };
    }
    return `export const glyphs = ${JSON.stringify(glyphs)}; export const sprites = ${JSON.stringify(sprites)};`;
  }

  return {
    name: 'serai-art',
    configResolved(config) {
      root = config.root;
      base = config.base;
      serving = config.command === 'serve';
    },
    resolveId: (id) => (id === VIRTUAL ? `\0${VIRTUAL}` : null),
    load(id) {
      if (id !== `\0${VIRTUAL}`) return null;
      return drawAll((name, text) => {
        if (serving) {
          const mark = createHash('sha256').update(text).digest('hex').slice(0, 8);
          drawn.set(`/art/${name}-${mark}.svg`, text);
          return `/art/${name}-${mark}.svg`;
        }
        const mark = createHash('sha256').update(text).digest('hex').slice(0, 8);
        const fileName = `assets/${name}-${mark}.svg`;
        this.emitFile({ type: 'asset', fileName, source: text });
        return `${base}${fileName}`;
      });
    },
    configureServer(server) {
      server.middlewares.use((request, response, next) => {
        const text = drawn.get((request.url ?? '').split('?')[0]!);
        if (text === undefined) return next();
        response.setHeader('Content-Type', 'image/svg+xml');
        response.end(text);
      });
      // A new icon or a new character in a source draws the sprites again.
      server.watcher.on('all', (_, path) => {
        if (!path.startsWith(join(root, 'src'))) return;
        const module = server.moduleGraph.getModuleById(`\0${VIRTUAL}`);
        if (module && (path.endsWith('.svg') || readIfThere(path).search(HAN) >= 0)) server.moduleGraph.invalidateModule(module);
      });
    },
  };
}

function readIfThere(path: string): string {
  return existsSync(path) && statSync(path).isFile() ? readFileSync(path, 'utf8') : '';
}
