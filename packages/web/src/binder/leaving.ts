const askBeforeUnload = (event: Event) => event.preventDefault();
const busy = new Set<string>();

export function warnBeforeLeaving(key: string, isBusy: boolean): void {
  if (isBusy) busy.add(key);
  else busy.delete(key);
  if (busy.size > 0) addEventListener('beforeunload', askBeforeUnload);
  else removeEventListener('beforeunload', askBeforeUnload);
}
