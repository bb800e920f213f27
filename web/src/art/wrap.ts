// Text in an SVG does not break by itself.

let canvas: CanvasRenderingContext2D | null | undefined;

/** Words in lines that are at most so wide in a font, measured as the browser draws them. */
export function wrapTo(text: string, width: number, font: string): string[] {
  canvas ??= document.createElement('canvas').getContext('2d');
  if (!canvas) return [text];
  canvas.font = font;
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const last = lines[lines.length - 1];
    const longer = last === undefined ? word : `${last} ${word}`;
    if (last === undefined || canvas.measureText(longer).width > width) lines.push(word);
    else lines[lines.length - 1] = longer;
  }
  return lines;
}

/** Words in lines of at most so many characters. */
export function wrap(text: string, most: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const last = lines[lines.length - 1];
    if (last === undefined || last.length + word.length + 1 > most) lines.push(word);
    else lines[lines.length - 1] = `${last} ${word}`;
  }
  return lines;
}
