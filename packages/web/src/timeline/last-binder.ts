import { readerOfPage } from '../design/reader.ts';

/** Signing out removes entries with the user's id in the name. */
const KEY = `ringbinder-last-binder ${readerOfPage().id ?? ''}`;

/** The binder that was opened last in this browser. */
export const readLastBinder = (): string | null => localStorage.getItem(KEY);

export const storeLastBinder = (binderId: string): void => localStorage.setItem(KEY, binderId);

/** The user left or deleted the binder. */
export function forgetLastBinder(binderId: string): void {
  if (readLastBinder() === binderId) localStorage.removeItem(KEY);
}
