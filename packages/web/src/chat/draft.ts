import { effect, type Signal, signal } from '@preact/signals';

const drafts = new Map<string, Signal<string>>();

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
    return '';
  }
}

function save(key: string, text: string): void {
  try {
    if (text === '') sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, text);
  } catch {}
}
