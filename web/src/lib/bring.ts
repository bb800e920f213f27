// Games from a file: one record, or, as an export has them, a record in each line.

import { complaint, postText, Problem } from './api';
import { me } from './person.svelte';
import type { TableInfo } from './protocol';
import { say } from './say.svelte';
import { hereTexts } from './text/here';

/** A house takes so many at once; for the rest it asks for patience. In milliseconds. */
const PAUSE = 11_000;

/** The records in a text; a line of an export that cannot be read is a record that cannot be. */
export function recordsIn(text: string): string[] {
  if (!text.trimStart().startsWith('{')) return [text];
  return text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => {
      try {
        return String((JSON.parse(line) as { record?: unknown }).record ?? '');
      } catch {
        return '';
      }
    });
}

async function patiently(record: string, pause: (milliseconds: number) => Promise<unknown>): Promise<TableInfo> {
  for (;;) {
    try {
      return await postText<TableInfo>('/import', record);
    } catch (problem) {
      if (!(problem instanceof Problem) || problem.status !== 429) throw problem;
      await pause(PAUSE);
    }
  }
}

/** Brings all; `told` hears how far it is. One alone that fails is thrown; of many, the others come. */
export async function bringGames(text: string, told: (words: string) => void, pause = (milliseconds: number): Promise<unknown> => new Promise((done) => setTimeout(done, milliseconds))): Promise<TableInfo[]> {
  const records = recordsIn(text);
  const tables: TableInfo[] = [];
  const refused: string[] = [];
  await me.someone();
  for (const record of records) {
    try {
      tables.push(await patiently(record, pause));
    } catch (problem) {
      if (records.length === 1) throw problem;
      refused.push(complaint(problem));
    }
    if (records.length > 1) told(hereTexts[say.lang].brought(tables.length, records.length, refused[0] ?? ''));
  }
  return tables;
}
