import type { BinderTarget } from '../binder/context.ts';

export type PastPage = { kind: 'history' } | { kind: 'audit'; transactionId: number };

export function pastOf(query: string, { section, id }: BinderTarget): PastPage | undefined {
  const parameters = new URLSearchParams(query);
  if (parameters.has('history')) return { kind: 'history' };
  if (parameters.has('audit') && section === 'transactions' && id !== undefined)
    return { kind: 'audit', transactionId: id };
  return undefined;
}
