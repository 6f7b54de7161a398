import { effect, type Signal, signal } from '@preact/signals';

const drafts = new Map<string, Signal<string>>();
/** Changes when a draft becomes empty, or is no longer empty. */
const beginnings = signal(0);

const keyOf = (userId: string, place: string) => `ringbinder-draft:${userId}:${place}`;

/** Re-renders the calling component when the draft begins or ends. */
export function hasSharedDraft(userId: string, place: string): boolean {
  const key = keyOf(userId, place);
  return beginnings.value >= 0 && !!(drafts.get(key)?.peek() ?? read(key, true));
}

/**
 * Returns a draft that survives a reload. Signing out deletes the draft.
 * @param isShared whether the tabs of the browser share the draft
 */
export function draftOf(userId: string, place: string, isShared = false): Signal<string> {
  const key = keyOf(userId, place);
  const existing = drafts.get(key);
  if (existing) return existing;
  // Never write back what another tab has stored, because that tab may have changed it again.
  let saved = read(key, isShared) ?? '';
  const draft = signal(saved);
  drafts.set(key, draft);
  effect(() => {
    if (draft.value === saved) return;
    const hadText = saved !== '';
    saved = draft.value;
    write(key, saved, isShared);
    if (hadText !== (saved !== '')) beginnings.value = beginnings.peek() + 1;
  });
  // A suspended tab misses events of the storage.
  for (const event of ['storage', 'focus'])
    addEventListener(event, (stored) => {
      saved = read(key, isShared) ?? saved;
      draft.value = saved;
      // Other tabs also begin and end drafts that this tab has not read.
      const { oldValue, newValue, key: changed } = stored as StorageEvent;
      if (changed === key && (!oldValue || !newValue)) beginnings.value = beginnings.peek() + 1;
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
    if (isShared) sessionStorage.removeItem(key);
    const storage = isShared ? localStorage : sessionStorage;
    if (text) storage.setItem(key, text);
    else storage.removeItem(key);
  } catch {}
}

/** Returns the unfinished message of a binder. */
export const messageDraftOf = (userId: string, binderId: string): Signal<string> =>
  draftOf(userId, binderId, true);
