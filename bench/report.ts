import { budgets, describeBudget, isWithin } from './budgets.ts';
import type { Figure } from './measurement.ts';

/** A figure beside its budget; `budget` is null where there is none, and `ok` is then true. */
export interface Result extends Figure {
  budget: string | null;
  ok: boolean;
}

/** Holds a figure against its budget. */
export function classify(name: string, { value, unit }: Figure): Result {
  const budget = budgets[name];
  return { value: rounded(value), unit, budget: describeBudget(budget), ok: isWithin(value, budget) };
}

/** Three significant digits are more than a noisy machine can tell. */
function rounded(value: number): number {
  return Math.abs(value) >= 1000 ? Math.round(value) : Number(value.toPrecision(3));
}

/** The results as a table of plain text, a line each. */
export function formatTable(results: ReadonlyMap<string, Result>): string {
  const rows = [...results].map(([name, { value, unit, budget, ok }]) => [
    name,
    value.toLocaleString('en'),
    unit,
    budget ?? '',
    budget === null ? '' : ok ? 'ok' : 'MISSED',
  ]);
  const all = [['figure', 'value', 'unit', 'budget', ''], ...rows];
  const widths = [0, 1, 2, 3, 4].map((column) => Math.max(...all.map((row) => row[column]?.length ?? 0)));
  const lines = all.map((row) =>
    row
      .map((cell, column) =>
        column === 1 ? cell.padStart(widths[1] ?? 0) : cell.padEnd(widths[column] ?? 0),
      )
      .join('  ')
      .trimEnd(),
  );
  return `${lines.join('\n')}\n`;
}
