import { AssertionError } from 'node:assert';
import type { Answer } from './connection.ts';
import { Failure, shown } from './failure.ts';

/** A row of a table of counts. */
export interface CountsRow {
  name: string;
  cells: number[];
}

/** A table of counts as lines, its first column as wide as it has to be. Zeros are left blank. */
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

/** A failure in words. */
export interface FailureDescription {
  expected: string;
  came: string;
  request?: string;
  request_id?: string | null;
}

/** Puts what a check threw into words. */
export function describeFailure(error: unknown, last?: Answer): FailureDescription {
  if (error instanceof Failure)
    return {
      expected: String(error.expected),
      came: String(error.actual),
      ...requestOf(error.answer ?? last),
    };
  if (error instanceof AssertionError)
    return error.generatedMessage
      ? { expected: shown(error.expected), came: shown(error.actual), ...requestOf(last) }
      : { expected: error.message, came: 'something else', ...requestOf(last) };
  const { message, cause } = error instanceof Error ? error : new Error(shown(error));
  const reason = cause instanceof Error ? `: ${cause.message}` : '';
  return { expected: 'an answer', came: `${message}${reason}` };
}

function requestOf(answer: Answer | undefined): Pick<FailureDescription, 'request' | 'request_id'> {
  return answer ? { request: `${answer.method} ${answer.path}`, request_id: answer.requestId } : {};
}
