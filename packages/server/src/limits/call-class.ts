import { AsyncLocalStorage } from 'node:async_hooks';

/**
 * What calls are told apart by where there is more to do than can be done: no class may starve another one. `background` is
 * what the service does of its own accord, and what it tells those who follow.
 */
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

/** The place that a call has among those of its class that are under way. */
export interface CallSlot {
  /** Gives it up, until `resume`. */
  pause(): void;
  /** Takes it again, whether there is room or not. No effect once it has ended. */
  resume(): void;
  /** Gives it up for good. */
  end(): void;
}

/** What work is done for. */
export interface CallContext {
  callClass: CallClass;
  /** Undefined for work that no call waits for. */
  slot: CallSlot | undefined;
}

const current = new AsyncLocalStorage<CallContext>();

export function runInContext<T>(context: CallContext, work: () => T): T {
  return current.run(context, work);
}

export function runAs<T>(callClass: CallClass, work: () => T): T {
  return current.run({ callClass, slot: undefined }, work);
}

/** For which class the work under way is done. */
export function currentClass(): CallClass {
  return current.getStore()?.callClass ?? 'background';
}

/**
 * Waits for something that is no work of this server: for what others do, for another host. The call does not count among those
 * under way meanwhile.
 */
export async function withoutSlot<T>(waiting: Promise<T>): Promise<T> {
  const slot = current.getStore()?.slot;
  slot?.pause();
  try {
    return await waiting;
  } finally {
    slot?.resume();
  }
}
