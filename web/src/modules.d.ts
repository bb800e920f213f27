/** Is this built as a site, for hosts that only have files? */
declare const __SITE__: boolean;

declare module 'virtual:engine' {
  /** The address of the engine as WebAssembly; empty: these pages were built without. */
  export const engine: string;
  /** Addresses of learnt judges, by GAME-SEATS. */
  export const nets: { [name: string]: string };
}

declare module 'virtual:art' {
  /** The sprite of Han characters: ids "u" + the code in hexadecimal. */
  export const glyphs: string;
  /** Sprites of icons: "" for the shared ones, else by game. */
  export const sprites: { [game: string]: { url: string; names: string[] } };
}
