import { AsyncLocalStorage } from 'node:async_hooks';

export const callClasses = [
  'tokens',
  'sign_in',
  'reading',
  'posting',
  'uploads',
  'exports',
  'search',
  'sockets',
  'background',
] as const;

export type CallClass = (typeof callClasses)[number];

export interface CallSlot {
  pause(): void;
  /** Continues at once, even if more calls then run than the limit allows. */
  resume(): void;
  end(): void;
}

export interface CallContext {
  callClass: CallClass;
  slot: CallSlot | undefined;
}

const current = new AsyncLocalStorage<CallContext>();

export function runInContext<T>(context: CallContext, work: () => T): T {
  return current.run(context, work);
}

export function runAs<T>(callClass: CallClass, work: () => T): T {
  return current.run({ callClass, slot: undefined }, work);
}

export function currentClass(): CallClass {
  return current.getStore()?.callClass ?? 'background';
}

export async function withoutSlot<T>(waiting: Promise<T>): Promise<T> {
  const slot = current.getStore()?.slot;
  slot?.pause();
  try {
    return await waiting;
  } finally {
    slot?.resume();
  }
}
