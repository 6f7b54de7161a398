/** The font of what is drawn: the one that the export has, too. */
export const FONT = 'DejaVu Sans'; // not shown
/** From one base line to the next, in font sizes. */
export const LINE_HEIGHT = 1.3;
/** From the upper edge of a line to its base line, in font sizes. */
export const ASCENT = 1;
/** From the edge of a sticky note to its text, in font sizes. */
export const NOTE_PADDING = 0.8;

/** Says how wide a text is, in page units. */
export type Measure = (text: string, fontSize: number) => number;

/** Breaks a text into lines that are no wider than `width`: at spaces, or else within a word. */
export function breakLines(text: string, fontSize: number, width: number, measure: Measure): string[] {
  const fits = (line: string) => measure(line, fontSize) <= width;
  return text.split('\n').flatMap((paragraph) => {
    const lines: string[] = [];
    let line = '';
    for (const word of paragraph.split(/(?<=\s)(?=\S)/)) {
      if (line === '' || fits((line + word).trimEnd())) line += word;
      else {
        lines.push(line.trimEnd());
        line = word;
      }
      while (!fits(line.trimEnd()) && [...line].length > 1) {
        const head = longestHead(line, fits);
        lines.push(head);
        line = line.slice(head.length);
      }
    }
    return [...lines, line.trimEnd()];
  });
}

/** As many letters of a line as fit, and one at least. */
function longestHead(line: string, fits: (line: string) => boolean): string {
  const letters = [...line];
  let [low, high] = [1, letters.length];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (fits(letters.slice(0, middle).join(''))) low = middle;
    else high = middle - 1;
  }
  return letters.slice(0, low).join('');
}

export function heightOf(lines: readonly string[], fontSize: number): number {
  return Math.max(1, lines.length) * fontSize * LINE_HEIGHT;
}
