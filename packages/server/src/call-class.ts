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

/** One of them. */
export type CallClass = (typeof callClasses)[number];

const current = new AsyncLocalStorage<CallClass>();

/** Does work, and what follows from it, for a class. */
export function runAs<T>(callClass: CallClass, work: () => T): T {
  return current.run(callClass, work);
}

/** For which class the work under way is done. */
export function currentClass(): CallClass {
  return current.getStore() ?? 'background';
}
