import { effect, type Signal, signal } from '@preact/signals';
import { storedValue, tabValue } from '../stored-value.ts';

const drafts = new Map<string, Signal<string>>();

/** Returns a draft that survives a reload. Signing out deletes the draft. */
export function draftOf(userId: string, place: string, openValue = tabValue): Signal<string> {
  const key = `ringbinder-draft:${userId}:${place}`;
  const existing = drafts.get(key);
  if (existing) return existing;
  const stored = openValue(key);
  const read = () => {
    const text = stored.read();
    return typeof text === 'string' ? text : '';
  };
  // Never write back what another tab has stored, because that tab may have changed it again.
  let saved = read();
  const draft = signal(saved);
  drafts.set(key, draft);
  effect(() => {
    if (draft.value === saved) return;
    saved = draft.value;
    stored.write(saved || undefined);
  });
  addEventListener('storage', (event) => {
    if (event.key !== key) return;
    saved = read();
    draft.value = saved;
  });
  return draft;
}

/** Returns the unfinished message of a binder, which the tabs of the browser share. */
export const messageDraftOf = (userId: string, binderId: string): Signal<string> =>
  draftOf(userId, binderId, storedValue);
