const askBeforeUnload = (event: Event) => event.preventDefault();
const busy = new Set<string>();

/**
 * Makes the browser ask for confirmation before it unloads the page, while any work is unfinished or unsaved.
 * @param key identifies the work
 */
export function warnBeforeLeaving(key: string, isBusy: boolean): void {
  if (isBusy) busy.add(key);
  else busy.delete(key);
  if (busy.size > 0) addEventListener('beforeunload', askBeforeUnload);
  else removeEventListener('beforeunload', askBeforeUnload);
}
