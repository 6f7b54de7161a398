import { effect, type Signal, signal } from '@preact/signals';

const drafts = new Map<string, Signal<string>>();

/** Returns a draft that survives a reload. Signing out deletes the draft. */
export function draftOf(userId: string, place: string): Signal<string> {
  const key = `ringbinder-draft:${userId}:${place}`;
  const existing = drafts.get(key);
  if (existing) return existing;
  const draft = signal(load(key));
  drafts.set(key, draft);
  effect(() => save(key, draft.value));
  return draft;
}

function load(key: string): string {
  try {
    return sessionStorage.getItem(key) ?? '';
  } catch {
    // Browsers may block storage in third-party frames.
    return '';
  }
}

function save(key: string, text: string): void {
  try {
    if (text === '') sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, text);
  } catch {}
}
