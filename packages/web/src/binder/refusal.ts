import { RingbinderError } from '@ringbinder/client';
import { binder } from '../strings/messages/binder.ts';

export class Refusal extends Error {
  readonly fields: Readonly<Record<string, string>>;
  constructor(message: string, fields: Readonly<Record<string, string>> = {}) {
    super(message);
    this.fields = fields;
  }
}

/** Sentences for a call that are more specific than the general ones, by status. */
export type Sentences = Readonly<Record<number, string>>;

/** The displayable form of a client error. Rethrows anything that is not an API error. */
export function refusalOf(error: unknown, sentences: Sentences = {}): Refusal {
  if (error instanceof Refusal) return error;
  if (!(error instanceof RingbinderError)) throw error;
  const fields = error.fields.map(({ path, message }) => [path, asSentence(message)] as const);
  return new Refusal(sentences[error.status] ?? sentenceOf(error), Object.fromEntries(fields));
}

/** Awaits a call and rethrows its error as a Refusal, which forms and lists can show. */
export async function explained<T>(call: Promise<T>, sentences?: Sentences): Promise<T> {
  try {
    return await call;
  } catch (error) {
    throw refusalOf(error, sentences);
  }
}

function sentenceOf({ status, message }: RingbinderError): string {
  switch (status) {
    case 0:
      return binder.refusals.offline;
    case 401:
      return binder.refusals.signedOut;
    case 404:
      return binder.refusals.gone;
    case 413:
      return binder.refusals.tooLarge;
    case 429:
      return binder.refusals.tooMany;
    case 502:
    case 503:
    case 504:
      return binder.refusals.busy;
    default:
      return status >= 500 ? binder.refusals.failed : asSentence(message);
  }
}

function asSentence(message: string): string {
  return `${message.charAt(0).toUpperCase()}${message.slice(1)}.`;
}
