import { AssertionError } from 'node:assert';

export const TEXT_OPERATOR = 'in words';

export class Failure extends AssertionError {
  constructor(expected: string, actual: string) {
    super({ message: `expected ${expected}, came ${actual}`, expected, actual, operator: TEXT_OPERATOR });
  }
}

export class NotApplicable extends Error {
  constructor(reason: string) {
    super(reason);
    this.name = 'NotApplicable';
  }
}

const MAX_SHOWN_LENGTH = 600;

export function formatValue(value: unknown): string {
  const plain = value instanceof Set || value instanceof Map ? [...value] : value;
  const text = plain === undefined ? 'nothing' : JSON.stringify(plain);
  return text.length > MAX_SHOWN_LENGTH ? `${text.slice(0, MAX_SHOWN_LENGTH)}…` : text;
}
