import type { BinderTarget } from '../binder/context.ts';

/** A page that tells what was: the history of a binder, or the audit of one transaction. */
export type PastPage = { kind: 'history' } | { kind: 'audit'; transactionId: number };

/** The page on the past that an address asks for: `?history` of a binder, `?audit` of a transaction. */
export function pastOf(query: string, { section, id }: BinderTarget): PastPage | undefined {
  const asked = new URLSearchParams(query);
  if (asked.has('history')) return { kind: 'history' };
  if (asked.has('audit') && section === 'transactions' && id !== undefined)
    return { kind: 'audit', transactionId: id };
  return undefined;
}
