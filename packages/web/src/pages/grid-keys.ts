export interface GridKey {
  id: number;
  /**
   * Number of cards to move by, negative for backwards. Numbers beyond the list mean its first or last card.
   */
  by: number;
  isMove: boolean;
}

const CARD = '.page-picture';

export function readGridKey(grid: HTMLElement, event: KeyboardEvent): GridKey | undefined {
  const card = (event.target as Element).closest<HTMLElement>(CARD);
  const id = Number(card?.closest<HTMLElement>('li')?.dataset.page);
  const isMove = (event.ctrlKey || event.metaKey) && event.shiftKey;
  if (!card || !id || event.altKey || (!isMove && (event.ctrlKey || event.metaKey || event.shiftKey))) return;
  const cards = [...grid.querySelectorAll<HTMLElement>(CARD)];
  const by = {
    ArrowLeft: -1,
    ArrowRight: 1,
    ArrowUp: toRow(cards, card, -1),
    ArrowDown: toRow(cards, card, 1),
    Home: Number.NEGATIVE_INFINITY,
    End: Number.POSITIVE_INFINITY,
  }[event.key];
  return by === undefined ? undefined : { id, by, isMove };
}

export function focusCard(grid: HTMLElement | null, id: number): void {
  grid?.querySelector<HTMLElement>(`li[data-page="${id}"] ${CARD}`)?.focus();
}

/** Without a row in this direction, the distance exceeds the list. */
function toRow(cards: readonly HTMLElement[], card: HTMLElement, direction: 1 | -1): number {
  const own = card.getBoundingClientRect();
  const others = cards.map((each) => each.getBoundingClientRect());
  const beyond = others.filter(({ top }) => (top - own.top) * direction > 1);
  const row = beyond.toSorted((one, other) => (one.top - other.top) * direction)[0]?.top;
  if (row === undefined) return direction * cards.length;
  const distance = (at: number) => Math.abs((others[at]?.left ?? 0) - own.left);
  const inRow = others.flatMap(({ top }, at) => (Math.abs(top - row) <= 1 ? [at] : []));
  const nearest = inRow.reduce((best, at) => (distance(at) < distance(best) ? at : best));
  return nearest - cards.indexOf(card);
}
