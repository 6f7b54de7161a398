import { effect, type Signal, signal } from '@preact/signals';

const drafts = new Map<string, Signal<string>>();

/**
 * What somebody began to write in a binder. It outlives a reload of the page, and ends with the tab or by signing out, which
 * empties the session storage.
 */
export function draftOf(userId: string, binderId: string): Signal<string> {
  const key = `ringbinder-draft:${userId}:${binderId}`;
  const known = drafts.get(key);
  if (known) return known;
  const draft = signal(load(key));
  drafts.set(key, draft);
  effect(() => save(key, draft.value));
  return draft;
}

function load(key: string): string {
  try {
    return sessionStorage.getItem(key) ?? '';
  } catch {
    // A frame of another site may have no storage.
    return '';
  }
}

function save(key: string, text: string): void {
  try {
    if (text === '') sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, text);
  } catch {
    // No storage, or it is full: it is kept in memory.
  }
}
