import { AsyncLocalStorage } from 'node:async_hooks';

/**
 * Classes of calls that must not starve each other under overload. `background` is work without a waiting call, such as
 * wake-ups of subscribers.
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

/** One unit of the concurrency of a call class, which a call occupies. */
export interface CallSlot {
  /** Frees the slot until `resume`. */
  pause(): void;
  /** Occupies the slot again, even above the limit. Does nothing after `end`. */
  resume(): void;
  /** Frees the slot permanently. */
  end(): void;
}

export interface CallContext {
  callClass: CallClass;
  /** Undefined for work without a waiting call. */
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

/** Frees the call's slot while it waits for something that does not occupy this server, such as another host. */
export async function withoutSlot<T>(waiting: Promise<T>): Promise<T> {
  const slot = current.getStore()?.slot;
  slot?.pause();
  try {
    return await waiting;
  } finally {
    slot?.resume();
  }
}
