import { AsyncLocalStorage } from 'node:async_hooks';

/**
 * Classes of calls that must not starve each other under overload. `background` is the service's own work and its
 * notifications of subscribers.
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

/** A call's share of the concurrency of its class. */
export interface CallSlot {
  /** Releases it until `resume`. */
  pause(): void;
  /** Takes it again, even above the limit. Does nothing after `end`. */
  resume(): void;
  /** Releases it permanently. */
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

/** Waits for something that is not work of this server, such as another host. The call's slot is free meanwhile. */
export async function withoutSlot<T>(waiting: Promise<T>): Promise<T> {
  const slot = current.getStore()?.slot;
  slot?.pause();
  try {
    return await waiting;
  } finally {
    slot?.resume();
  }
}
