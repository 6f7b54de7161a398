import { adoptStyles } from '../design/adopt-styles.ts';
import { viewer as text } from '../strings/messages/viewer.ts';
import { readCsv } from './csv.ts';
import css from './csv-table.css?inline';

/** A longer text would take the expression long. */
const MAX_NUMBER_CHARS = 40;
const NUMBER = /^[-+(]?[\p{Sc}\s]*[\d.,'’\s]*\d[\d.,'’\s)]*[\p{Sc}%]?$/u;

const isNumber = (cell: string) => cell.length <= MAX_NUMBER_CHARS && NUMBER.test(cell);

export function CsvTable({ written }: { written: string }) {
  adoptStyles(css);
  const { rows, total } = readCsv(written);
  const [head = [], ...others] = rows;
  return (
    <div class="note-table csv-table">
      {total > rows.length && <p class="muted small">{text.csvCut(rows.length, total)}</p>}
      <table>
        <thead>
          <tr>
            {head.map((cell, column) => (
              <th key={column} scope="col" dir="auto">
                {cell}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {others.map((row, index) => (
            <tr key={index}>
              {row.map((cell, column) => (
                <td key={column} dir="auto" class={isNumber(cell) ? 'tabular' : undefined}>
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
