import { type Signal, signal } from '@preact/signals';

const drafts = new Map<string, Signal<string>>();

/** What was begun in a binder: kept while the page is open, in its memory alone. */
export function draftOf(binderId: string): Signal<string> {
  const draft = drafts.get(binderId) ?? signal('');
  drafts.set(binderId, draft);
  return draft;
}
