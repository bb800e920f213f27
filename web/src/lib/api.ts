// Requests to the house, in the reader's language. A refusal is thrown as a Problem.

import { say, withBotNames } from './say.svelte';
import { house, NoHouse } from './transport';

export class Problem extends Error {
  constructor(
    readonly status: number,
    /** A fixed word: not_found, moved_on, ... ; "unreachable" if there was no answer. */
    readonly problem: string,
    message: string,
  ) {
    super(message);
  }
}

export function address(path: string): string {
  return `/api/v1${path}`;
}

async function answer(method: string, path: string, body?: unknown): Promise<Response> {
  let response: Response;
  try {
    response = await house.request(method, path, say.lang, body === undefined || typeof body === 'string' ? body : JSON.stringify(body));
  } catch (reason) {
    throw new Problem(0, 'unreachable', reason instanceof NoHouse ? reason.message : say.t.unreachable);
  }
  if (response.ok) return response;
  let problem = 'failed';
  let message = say.t.failed;
  try {
    const told = (await response.json()) as { error?: { problem?: string; message?: string } };
    problem = told.error?.problem ?? problem;
    message = told.error?.message ?? message;
  } catch {
    if (response.status >= 502) {
      problem = 'unreachable';
      message = say.t.unreachable;
    }
  }
  throw new Problem(response.status, problem, message);
}

async function json<T>(method: string, path: string, body?: unknown): Promise<T> {
  const response = await answer(method, path, body);
  const text = await response.text();
  try {
    return (text === '' ? {} : JSON.parse(withBotNames(text))) as T;
  } catch {
    throw new Problem(response.status, 'failed', say.t.failed);
  }
}

export const get = <T>(path: string) => json<T>('GET', path);
export const post = <T>(path: string, body: unknown = {}) => json<T>('POST', path, body);
export const remove = <T>(path: string) => json<T>('DELETE', path);
/** A body that is text as it is, such as a record. */
export const postText = <T>(path: string, text: string) => json<T>('POST', path, text);

/** What a link with `download` leads to, where no server has it to give. */
export async function download(path: string, name: string): Promise<void> {
  const response = await answer('GET', path);
  const link = document.createElement('a');
  link.href = URL.createObjectURL(await response.blob());
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

/** What to show of anything that was thrown: for people. */
export function complaint(thrown: unknown): string {
  return thrown instanceof Problem ? thrown.message : say.t.failed;
}
