import { RingbinderError } from '@ringbinder/client';
import { sentenceOf } from '../strings/language.ts';
import { binder } from '../strings/messages/binder.ts';

export class Refusal extends Error {
  readonly fields: Readonly<Record<string, string>>;
  constructor(message: string, fields: Readonly<Record<string, string>> = {}) {
    super(message);
    this.fields = fields;
  }
}

/** Error messages that replace the general messages, keyed by HTTP status. */
export type Sentences = Readonly<Record<number, string>>;

const NAMES: Readonly<Record<number, keyof typeof binder.refusals>> = {
  0: 'offline',
  401: 'signedOut',
  404: 'gone',
  413: 'tooLarge',
  429: 'tooMany',
  500: 'failed',
};

/** Error reasons that add nothing to the status 503. */
const BUSY: ReadonlySet<string | undefined> = new Set([undefined, 'server_busy', 'unavailable']);

/** Rethrows errors that are not API errors. */
export function refusalOf(error: unknown, sentences: Sentences = {}): Refusal {
  if (error instanceof Refusal) return error;
  if (!(error instanceof RingbinderError)) throw error;
  const { status } = error;
  const isExplained = status > 500 && !BUSY.has(error.reason);
  const name = status > 500 ? 'busy' : NAMES[status];
  const fields = error.fields.map((field) => [field.path, sentenceOf(field)] as const);
  return new Refusal(
    (isExplained ? undefined : (sentences[status] ?? (name && binder.refusals[name]))) ?? sentenceOf(error),
    Object.fromEntries(fields),
  );
}

export async function explained<T>(call: Promise<T>, sentences?: Sentences): Promise<T> {
  try {
    return await call;
  } catch (error) {
    throw refusalOf(error, sentences);
  }
}
