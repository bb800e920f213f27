// A prompt of the server in two parts: the question, and what explains it.

export function splitPrompt(prompt: string): [string, string] {
  // "Round 1: ..." says nothing to do yet, and the round is told elsewhere.
  // No line begins with a dash.
  const text = prompt.replace(/^\S+ \d+[:.] (.)/, (_, letter: string) => letter.toUpperCase()).replaceAll(' —', '\u00a0—');
  // Not within brackets: "Choose a die (Bazaar: pepper)."
  const end = /[.:!?](?=\s|$)(?![^(]*\))/.exec(text);
  if (!end) return [text, ''];
  const first = text.slice(0, end.index + (end[0] === '.' || end[0] === ':' ? 0 : 1));
  const rest = text.slice(end.index + 1).trim();
  return [first, rest.charAt(0).toUpperCase() + rest.slice(1)];
}
