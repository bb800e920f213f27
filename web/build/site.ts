// A vite plugin: a manifest makes pages installable, and a service worker keeps all their files. On
// static hosts the policy that a server would send stands in the page.

import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Plugin } from 'vite';

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

export function site(isSite: boolean): Plugin {
  let folder = '';
  let base = '/';
  return {
    name: 'serai-site',
    configResolved(config) {
      folder = config.publicDir;
      base = config.base;
    },
    transformIndexHtml: () => [
      ...(isSite ? [{ tag: 'meta', attrs: { 'http-equiv': 'Content-Security-Policy', content: POLICY }, injectTo: 'head-prepend' as const }] : []),
      { tag: 'link', attrs: { rel: 'manifest', href: `${base}manifest.webmanifest` }, injectTo: 'head' },
      { tag: 'link', attrs: { rel: 'apple-touch-icon', href: `${base}icon-192.png` }, injectTo: 'head' },
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
