// Who is looking: a guest with a name, made when first needed, or somebody signed in.

import { get, post, remove } from './api';
import { away } from './away.svelte';
import type { Person } from './protocol';
import { say } from './say.svelte';

class Me {
  /** Undefined until asked, null if nobody. */
  person: Person | null | undefined = $state.raw(undefined);

  /** Who is known while the server is out of reach is not who is known there. */
  private away = false;

  async ask(): Promise<Person | null> {
    if (this.person !== undefined && this.away === away.gone) return this.person;
    this.person = (await get<{ person: Person | null }>('/visitor')).person;
    this.away = away.gone;
    return this.person;
  }

  /** Whoever plays has a name; a guest needs to do nothing for it. */
  async someone(): Promise<Person> {
    const known = await this.ask();
    return known ?? this.signIn(say.t.guest_name(1000 + Math.floor(Math.random() * 9000)));
  }

  async signIn(name: string, password?: string): Promise<Person> {
    this.person = await post<Person>('/people', password ? { name, password } : { name });
    return this.person;
  }

  async claim(password: string): Promise<void> {
    this.person = await post<Person>('/people/me/claim', { password });
  }

  async signOut(): Promise<void> {
    await remove('/people/me');
    this.person = null;
  }
}

export const me = new Me();
