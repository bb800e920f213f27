// Learnt judges: files of their own, fetched when a game with so many seats is first thought about. Bots
// wait for theirs, since without it they would play as others do; if one does not come, that is told,
// and tried again.

const FIRST_PAUSE = 1000;
const LONGEST_PAUSE = 30_000;

export class Nets {
  private readonly coming = new Map<string, Promise<ArrayBuffer>>();
  private late = 0;

  constructor(
    private readonly addresses: { [name: string]: string },
    /** Is somebody waiting for one that did not come? */
    private readonly told: (waits: boolean) => void,
    private readonly fetches: (address: string) => Promise<Response> = (address) => fetch(address),
    private readonly pause: (milliseconds: number) => Promise<unknown> = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds)),
  ) {}

  of(name: string): Promise<ArrayBuffer> {
    let found = this.coming.get(name);
    if (!found) this.coming.set(name, (found = this.fetch(name)));
    return found;
  }

  private async fetch(name: string): Promise<ArrayBuffer> {
    const address = this.addresses[name];
    if (address === undefined) throw new Error(`there is no net ${name}`);
    for (let pause = FIRST_PAUSE; ; pause = Math.min(LONGEST_PAUSE, 2 * pause)) {
      const bytes = await this.fetches(address).then((response) => (response.ok ? response.arrayBuffer() : null), () => null);
      if (bytes !== null) {
        if (pause > FIRST_PAUSE && --this.late === 0) this.told(false);
        return bytes;
      }
      if (pause === FIRST_PAUSE && ++this.late === 1) this.told(true);
      await this.pause(pause);
    }
  }
}
