const confirmLeaving = (event: Event) => event.preventDefault();
const busy = new Set<string>();

/**
 * Makes the browser ask for confirmation before it unloads the page, as long as some work is unsaved.
 * @param key identifies the work
 */
export function warnBeforeLeaving(key: string, isBusy: boolean): void {
  if (isBusy) busy.add(key);
  else busy.delete(key);
  if (busy.size > 0) addEventListener('beforeunload', confirmLeaving);
  else removeEventListener('beforeunload', confirmLeaving);
}
