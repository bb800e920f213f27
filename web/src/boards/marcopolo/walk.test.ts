import { describe, expect, it } from 'vitest';
import type { GameEvent, View } from '../../lib/protocol';
import { Walk } from './walk.svelte';

const stock = (coins: number, camels: number, silk = 0) => ({ coins, camels, pepper: 0, silk, gold: 0 });
function at(phase: string, steps: number, purse: ReturnType<typeof stock>, place: string): View {
  const agenda = [{ phase, seat: 2, steps, steps_left: 3 - steps, source: 'travel' }];
  return { phase, agenda, turn_seat: 2, stock: { 1: stock(9, 9), 2: purse }, figure: { 2: [place, null] } } as unknown as View;
}
const stepped = (from: string, to: string): GameEvent => ({ event: 'stepped', seat: 2, from, to });
const paid = (coins: number, camels: number): GameEvent => ({ event: 'paid', seat: 2, source: 'travel', coins, camels });

describe('what a journey has cost', () => {
  it('is what is missing since its beginning, also after a step is taken back', () => {
    const walk = new Walk();
    walk.see(at('journey', 0, stock(20, 5, 1), 'venezia'));
    expect(walk.paid).toEqual(stock(0, 0));
    walk.see(at('journey', 1, stock(17, 3), 'oasis2'));
    expect(walk.paid).toEqual(stock(3, 2, 1));
    walk.see(at('journey', 2, stock(13, 0), 'samarcanda'));
    expect(walk.paid).toEqual(stock(7, 5, 1));
    walk.see(at('journey', 1, stock(17, 3), 'oasis2'));
    expect(walk.paid).toEqual(stock(3, 2, 1));
    walk.see(at('turn', 1, stock(17, 3), 'oasis2'));
    expect(walk.paid).toBeNull();
  });

  it('is recalled from events when the page is opened on the way', () => {
    const events = [stepped('moscow', 'anxi'), paid(3, 3), { event: 'built', seat: 2, place: 'anxi' }, stepped('anxi', 'moscow'), paid(3, 1), stepped('moscow', 'oasis1'), paid(4, 0)];
    const walk = new Walk();
    walk.see(at('journey', 2, stock(10, 4), 'oasis1'));
    expect(walk.paid).toBeNull();
    walk.recall(events);
    expect(walk.paid).toEqual(stock(7, 1));
    walk.see(at('journey', 3, stock(5, 4), 'venezia'));
    expect(walk.paid).toEqual(stock(12, 1));
  });

  it('stays unknown when the events lead elsewhere or are too few', () => {
    const walk = new Walk();
    walk.see(at('journey', 1, stock(10, 4), 'oasis1'));
    walk.recall([stepped('anxi', 'moscow'), paid(3, 1)]);
    expect(walk.paid).toBeNull();
    walk.recall([]);
    expect(walk.paid).toBeNull();
  });
});
