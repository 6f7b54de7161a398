const confirmLeaving = (event: Event) => event.preventDefault();
const busy = new Set<string>();

/**
 * The browser asks for confirmation before unloading while unsaved work is in progress.
 * @param key identifies the work
 */
export function warnBeforeLeaving(key: string, isBusy: boolean): void {
  if (isBusy) busy.add(key);
  else busy.delete(key);
  if (busy.size > 0) addEventListener('beforeunload', confirmLeaving);
  else removeEventListener('beforeunload', confirmLeaving);
}
