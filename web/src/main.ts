// Where the client begins.

import { mount } from 'svelte';
import App from './App.svelte';
import { ahead } from './lib/ahead';
import { preferences } from './lib/preferences.svelte';
import { router } from './lib/router.svelte';
import { house, isSite } from './lib/transport';
import './theme.css';

async function begin(): Promise<void> {
  router.start();
  const texts = preferences.start();
  await Promise.all([texts, ahead(router.route, preferences.likes.lang)]);
  mount(App, { target: document.getElementById('page')! });
}

// A site has no server that programs could ask; they ask the page: serai.request('GET', '/games', 'en').
if (isSite) Object.assign(globalThis, { serai: { request: (method: string, path: string, lang: string, body?: string) => house.request(method, path, lang, body) } });

// Where not even the texts can be had, the page says so in both languages.
begin().catch((problem: unknown) => {
  document.getElementById('broken')?.removeAttribute('hidden');
  throw problem;
});
