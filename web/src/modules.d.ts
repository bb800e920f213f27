declare module 'virtual:art' {
  /** The sprite of Han characters: ids "u" + the code in hexadecimal. */
  export const glyphs: string;
  /** Sprites of icons: "" for the shared ones, else by game. */
  export const sprites: { [game: string]: { url: string; names: string[] } };
}
