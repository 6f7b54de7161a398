const PARTS = ['.draw-surface', '.draw-tools', '.draw-style', '.draw-zoom'];

export function moveToNextBar(event: KeyboardEvent): void {
  const { key, shiftKey, target } = event;
  const draw = event.currentTarget as HTMLElement;
  if (!(target instanceof Element) || target.closest('dialog, [role=menu], textarea')) return;
  const isBack = key === 'Escape' && !target.matches('.draw-surface');
  if (key !== 'F6' && !isBack) return;
  event.preventDefault();
  event.stopPropagation();
  const parts = PARTS.flatMap((each) => draw.querySelector<HTMLElement>(each) ?? []);
  const at = parts.findIndex((part) => part.contains(target));
  const next = isBack ? parts[0] : parts.at((at + (shiftKey ? -1 : 1)) % parts.length);
  if (next?.matches('.draw-surface')) next.focus({ preventScroll: true });
  else next?.querySelector<HTMLElement>('button:not([tabindex="-1"])')?.focus();
}

export function focusSurface(from: HTMLElement | null): void {
  from?.closest('.draw')?.querySelector<HTMLElement>('.draw-surface')?.focus({ preventScroll: true });
}
