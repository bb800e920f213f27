// A vite plugin: a manifest makes pages installable, and a service worker keeps all their files. On
// static hosts the policy that a server would send stands in the page.

import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { HtmlTagDescriptor, Plugin, Rollup } from 'vite';

/** Nothing from elsewhere, no inline script; style attributes are how SVG pieces are placed. */
const POLICY = [
  "default-src 'self'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "style-src 'self'",
  "style-src-attr 'unsafe-inline'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "worker-src 'self'",
  "manifest-src 'self'",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'self'",
].join('; ');

const MANIFEST = {
  name: 'Caravanserai',
  short_name: 'Caravanserai',
  description: 'Five board games against strong bots, in the browser, with or without a network',
  id: './',
  start_url: './',
  scope: './',
  display: 'standalone',
  background_color: '#131e29',
  theme_color: '#131e29',
  categories: ['games'],
  icons: [
    { src: 'icon.svg', sizes: 'any', type: 'image/svg+xml' },
    { src: 'icon-192.png', sizes: '192x192', type: 'image/png' },
    { src: 'icon-512.png', sizes: '512x512', type: 'image/png' },
    { src: 'icon-mask-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
  ],
};

/** Nets come when a bot first needs them. */
const isLater = (name: string) => /^assets\/net-[^/]*\.bin$/.test(name);

/** The letters that every page waits for. */
const LETTERS = /^assets\/(golos-text-latin-[467]00|forum-latin-400)-/;
/** Whoever opens a site sees its front page, most of them in English. */
const FRONT = ['Landing', 'en', 'page'];

/** What the browser would find out late that it needs, told in the page; the worker with the house is begun before all else. */
function hints(bundle: Rollup.OutputBundle, base: string, isSite: boolean): HtmlTagDescriptor[] {
  const link = (name: string, attrs: { [name: string]: string }): HtmlTagDescriptor => ({ tag: 'link', attrs: { ...attrs, crossorigin: true, href: base + name }, injectTo: 'head' });
  const letters = Object.keys(bundle).filter((name) => LETTERS.test(name)).map((name) => link(name, { rel: 'preload', as: 'font', type: 'font/woff2' }));
  if (!isSite) return letters;
  const chunks = Object.values(bundle).filter((file): file is Rollup.OutputChunk => file.type === 'chunk');
  const [index, first, ...front] = ['index', 'first', ...FRONT].map((name) => chunks.find((chunk) => chunk.name === name)!) as [Rollup.OutputChunk, Rollup.OutputChunk, ...Rollup.OutputChunk[]];
  const known = [index, first].flatMap((chunk) => [chunk.fileName, ...chunk.imports]);
  const scripts = new Set(front.flatMap((chunk) => [chunk.fileName, ...chunk.imports]).filter((name) => !known.includes(name)));
  const styles = front.flatMap((chunk) => [...(chunk.viteMetadata?.importedCss ?? [])]);
  return [
    { tag: 'script', attrs: { type: 'module', async: true, crossorigin: true, src: base + first.fileName }, injectTo: 'head-prepend' },
    ...letters,
    ...[...scripts].map((name) => link(name, { rel: 'modulepreload' })),
    ...styles.map((name) => link(name, { rel: 'preload', as: 'style' })),
  ];
}

const FIRST = resolve(__dirname, '../src/house/first.ts');

export function site(isSite: boolean): Plugin {
  let folder = '';
  let base = '/';
  let building = false;
  return {
    name: 'serai-site',
    buildStart() {
      if (isSite && building) this.emitFile({ type: 'chunk', id: FIRST, name: 'first' });
    },
    configResolved(config) {
      folder = config.publicDir;
      base = config.base;
      building = config.command === 'build';
    },
    transformIndexHtml: (_html, { bundle }) => [
      ...(isSite ? [{ tag: 'meta', attrs: { 'http-equiv': 'Content-Security-Policy', content: POLICY }, injectTo: 'head-prepend' as const }] : []),
      { tag: 'link', attrs: { rel: 'manifest', href: `${base}manifest.webmanifest` }, injectTo: 'head' },
      { tag: 'link', attrs: { rel: 'apple-touch-icon', href: `${base}icon-192.png` }, injectTo: 'head' },
      ...(bundle ? hints(bundle, base, isSite) : []),
    ],
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        this.emitFile({ type: 'asset', fileName: 'manifest.webmanifest', source: JSON.stringify(MANIFEST, null, 2) });
        const sum = createHash('sha256');
        const files = new Set(['./', './manifest.webmanifest']);
        const later: string[] = [];
        for (const [name, file] of Object.entries(bundle).sort(([a], [b]) => (a < b ? -1 : 1))) {
          sum.update(name).update(file.type === 'chunk' ? file.code : file.source);
          if (isLater(name)) later.push(`./${name}`);
          else if (name !== 'index.html' && !name.endsWith('.map')) files.add(`./${name}`);
        }
        for (const name of readdirSync(folder).sort()) {
          sum.update(name).update(readFileSync(resolve(folder, name)));
          files.add(`./${name}`);
        }
        const text = readFileSync(resolve(__dirname, 'service-worker.js'), 'utf8');
        const version = sum.update(text).digest('hex').slice(0, 12);
        const values = { VERSION: version, FILES: JSON.stringify([...files]), LATER: JSON.stringify(later), SERVED: String(!isSite) };
        const filled = Object.entries(values).reduce((whole, [name, value]) => whole.replace(`__${name}__`, value), text);
        this.emitFile({ type: 'asset', fileName: 'service-worker.js', source: filled });
      },
    },
  };
}
