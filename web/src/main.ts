// Where the client begins.

import { mount } from 'svelte';
import App from './App.svelte';
import { preferences } from './lib/preferences.svelte';
import { router } from './lib/router.svelte';
import './theme.css';

async function begin(): Promise<void> {
  await preferences.start();
  router.start();
  mount(App, { target: document.getElementById('page')! });
}

void begin();
