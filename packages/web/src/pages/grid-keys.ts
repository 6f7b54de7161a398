/** A keyboard command in the grid: go to another card, or move this one. */
export interface GridKey {
  /** Id of the focused card. */
  id: number;
  /** Number of places to go; a number beyond the list means an end. */
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
    ArrowUp: -columnsOf(cards),
    ArrowDown: columnsOf(cards),
    Home: Number.NEGATIVE_INFINITY,
    End: Number.POSITIVE_INFINITY,
  }[event.key];
  return by === undefined ? undefined : { id, by, isMove };
}

export function focusCard(grid: HTMLElement | null, id: number): void {
  grid?.querySelector<HTMLElement>(`li[data-page="${id}"] ${CARD}`)?.focus();
}

function columnsOf(cards: readonly HTMLElement[]): number {
  const top = cards[0]?.getBoundingClientRect().top;
  const second = cards.findIndex((card) => card.getBoundingClientRect().top !== top);
  return second === -1 ? cards.length : second;
}
