/** Rows that the viewer shows. */
export const MAX_ROWS = 1_000;
const DELIMITERS = [',', ';', '\t', '|'] as const;
const SAMPLE_ROWS = 10;

export interface CsvTable {
  rows: string[][];
  /** Includes the rows that are not shown. */
  total: number;
}

/** Excel saves “Unicode text” as a `.txt` with tabs. */
export function isCsv(name: string, written: string): boolean {
  if (/\.(csv|tsv|tab)$/i.test(name)) return true;
  if (!/\.txt$/i.test(name)) return false;
  const widths = [...rowsOf(written, '\t')].slice(0, SAMPLE_ROWS).map(({ length }) => length);
  return widths.length > 1 && new Set(widths).size === 1 && (widths[0] ?? 0) > 2;
}

/** Lines end with a line feed, as in the text of a note. */
export function readCsv(written: string): CsvTable {
  const declared = /^sep=(.)\n/i.exec(written);
  const body = declared ? written.slice(declared[0].length) : written;
  const delimiter = declared?.[1] ?? delimiterOf(body);
  const rows: string[][] = [];
  let total = 0;
  for (const row of rowsOf(body, delimiter)) {
    total++;
    if (rows.length < MAX_ROWS) rows.push(row);
  }
  return { rows, total };
}

/** The one that divides most of the first rows into the same number of cells. */
function delimiterOf(body: string): string {
  let best = { delimiter: ',', equal: 0, width: 1 };
  for (const delimiter of DELIMITERS) {
    const sample: string[][] = [];
    for (const row of rowsOf(body, delimiter)) {
      sample.push(row);
      if (sample.length === SAMPLE_ROWS) break;
    }
    const width = sample[0]?.length ?? 0;
    const equal = sample.filter(({ length }) => length === width).length;
    if (width > 1 && (equal > best.equal || (equal === best.equal && width > best.width)))
      best = { delimiter, equal, width };
  }
  return best.delimiter;
}

/** RFC 4180. Skips empty lines. A quote that is never closed ends at the end of the text. */
function* rowsOf(body: string, delimiter: string): Generator<string[]> {
  let at = 0;
  while (at < body.length) {
    const row: string[] = [];
    for (;;) {
      let cell = '';
      if (body[at] === '"') {
        let end = body.indexOf('"', ++at);
        while (end >= 0 && body[end + 1] === '"') {
          cell += body.slice(at, end + 1);
          at = end + 2;
          end = body.indexOf('"', at);
        }
        const until = end < 0 ? body.length : end;
        cell += body.slice(at, until);
        at = until + 1;
      }
      const start = at;
      while (at < body.length && body[at] !== delimiter && body[at] !== '\n') at++;
      row.push(cell + body.slice(start, at));
      const isEndOfRow = body[at] !== delimiter;
      at++;
      if (isEndOfRow) break;
    }
    if (row.length > 1 || row[0] !== '') yield row;
  }
}
