export const FONT = 'DejaVu Sans'; // not shown
/** The distance between baselines, in font sizes. */
export const LINE_HEIGHT = 1.3;
/** From a line's top to its baseline, in font sizes. */
export const ASCENT = 1;
export const NOTE_PADDING = 0.8;

export type Measure = (text: string, fontSize: number) => number;

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
