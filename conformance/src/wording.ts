import type { AssertionError } from 'node:assert';
import type { NamedAnswer } from './connection.ts';
import { formatValue, TEXT_OPERATOR } from './failure.ts';

export interface CountsRow {
  name: string;
  cells: number[];
}

export function countsTable(columns: string[], rows: CountsRow[]): string[] {
  const width = Math.max(...rows.map(({ name }) => name.length), 4);
  const line = (name: string, cells: (string | number)[]) =>
    `${name.padEnd(width)}  ${cells.map((cell) => String(cell).padStart(9)).join(' ')}`.trimEnd();
  return [
    line('', columns),
    ...rows.map(({ name, cells }) =>
      line(
        name,
        cells.map((cell) => cell || ''),
      ),
    ),
  ];
}

export interface FailureDescription {
  expected: string;
  came: string;
  request?: string;
  request_id?: string | null;
}

export function describeFailure(error: unknown): FailureDescription {
  const { answer, ...about } = error as Partial<AssertionError> & { answer?: NamedAnswer; cause?: unknown };
  const request = answer && { request: `${answer.method} ${answer.path}`, request_id: answer.requestId };
  const { message = formatValue(error), cause } = error as Error;
  if (about.code !== 'ERR_ASSERTION') {
    const reason = cause instanceof Error ? `: ${cause.message}` : '';
    return { expected: 'an answer', came: `${message}${reason}`, ...request };
  }
  const { expected, actual, operator, generatedMessage } = about;
  if (operator === TEXT_OPERATOR) return { expected: String(expected), came: String(actual), ...request };
  if (!generatedMessage) return { expected: message, came: 'something else', ...request };
  return { expected: formatValue(expected), came: formatValue(actual), ...request };
}
