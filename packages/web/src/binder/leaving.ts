const ask = (event: Event) => event.preventDefault();
const busy = new Set<string>();

/**
 * The browser asks before the page is left while something is on its way that would be lost.
 * @param key names what is on its way
 */
export function warnBeforeLeaving(key: string, isBusy: boolean): void {
  if (isBusy) busy.add(key);
  else busy.delete(key);
  if (busy.size > 0) addEventListener('beforeunload', ask);
  else removeEventListener('beforeunload', ask);
}
