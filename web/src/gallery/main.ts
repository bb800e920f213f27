// Shows a board from a stored view, without a server: for drawing, and for pictures in tests.
// gallery.html?game=dunhuang&n=1&lang=ru&size=phone

import { mount } from 'svelte';
import type { Board } from '../lib/board';
import type { Lang, Lexicon, View } from '../lib/protocol';
import Gallery from './Gallery.svelte';
import '../theme.css';

const boards = import.meta.glob<{ default: Board }>('../boards/*/index.ts');
const fixtures = import.meta.glob<{ default: unknown }>('../../fixtures/*.json');

async function load(): Promise<void> {
  const query = new URLSearchParams(location.search);
  const game = query.get('game') ?? 'dunhuang';
  const lang = (query.get('lang') ?? 'en') as Lang;
  const stored = async (name: string) =>
    (await fixtures[`../../fixtures/${game}-${name}.json`]!()).default;
  const board = (await boards[`../boards/${game}/index.ts`]!()).default;
  const lexicon = (await stored(`lexicon-${lang}`)) as Lexicon;
  const { view } = (await stored(query.get('n') ?? '1')) as { view: View };
  const width = window.innerWidth;
  const size = width < 600 ? 'phone' : width < 1100 ? 'tablet' : 'wide';
  document.documentElement.lang = lang;
  mount(Gallery, {
    target: document.getElementById('gallery')!,
    props: { board, view, lexicon, lang, size },
  });
}

void load();
