// Where the client begins.

import { mount } from 'svelte';
import App from './App.svelte';
import { ahead } from './lib/ahead';
import { preferences } from './lib/preferences.svelte';
import { router } from './lib/router.svelte';
import './theme.css';

async function begin(): Promise<void> {
  router.start();
  const texts = preferences.start();
  await Promise.all([texts, ahead(router.route, preferences.likes.lang)]);
  mount(App, { target: document.getElementById('page')! });
}

void begin();
