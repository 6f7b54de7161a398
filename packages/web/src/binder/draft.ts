import { effect, type Signal, signal } from '@preact/signals';

const drafts = new Map<string, Signal<string>>();

/**
 * Returns a draft that survives a reload. Signing out deletes the draft.
 * @param isShared whether the tabs of the browser share the draft
 */
export function draftOf(userId: string, place: string, isShared = false): Signal<string> {
  const key = `ringbinder-draft:${userId}:${place}`;
  const existing = drafts.get(key);
  if (existing) return existing;
  // Never write back what another tab has stored, because that tab may have changed it again.
  let saved = read(key, isShared) ?? '';
  const draft = signal(saved);
  drafts.set(key, draft);
  effect(() => {
    if (draft.value === saved) return;
    saved = draft.value;
    write(key, saved, isShared);
  });
  // A suspended tab misses events of the storage.
  for (const event of ['storage', 'focus'])
    addEventListener(event, () => {
      saved = read(key, isShared) ?? saved;
      draft.value = saved;
    });
  return draft;
}

/** Undefined if browser storage is denied, as in frames of other origins. */
function read(key: string, isShared: boolean): string | undefined {
  try {
    // Earlier releases stored all drafts in the tab.
    return (isShared && localStorage.getItem(key)) || sessionStorage.getItem(key) || '';
  } catch {
    return;
  }
}

function write(key: string, text: string, isShared: boolean): void {
  try {
    const storage = isShared ? localStorage : sessionStorage;
    sessionStorage.removeItem(key);
    storage.removeItem(key);
    if (text) storage.setItem(key, text);
  } catch {}
}

/** Returns the unfinished message of a binder. */
export const messageDraftOf = (userId: string, binderId: string): Signal<string> =>
  draftOf(userId, binderId, true);
