// biome-ignore-all lint/a11y/useSemanticElements: browsers skip drawing rows outside the view, but not rows
// of a table
import { useSignal } from '@preact/signals';
import type { RefObject } from 'preact';
import { useEffect } from 'preact/hooks';

export interface Cell {
  character: string;
  name?: string;
}

interface GridProps {
  grid: RefObject<HTMLDivElement | null>;
  label: string;
  cells: readonly Cell[];
  choose(character: string): void;
  leave(): void;
}

const COLUMNS = 8;
/** Drawing the other rows later halves the time to the first paint. */
const FIRST_ROWS = 4;

/** Returns the cell to which a key moves: -1 above the first row, undefined for other keys. */
function placeAfter({ key, ctrlKey }: KeyboardEvent, place: number, last: number): number | undefined {
  const row = place - (place % COLUMNS);
  switch (key) {
    case 'ArrowRight':
      return Math.min(place + 1, last);
    case 'ArrowLeft':
      return Math.max(place - 1, 0);
    case 'ArrowDown':
      return row + COLUMNS > last ? place : Math.min(place + COLUMNS, last);
    case 'ArrowUp':
      return Math.max(place - COLUMNS, -1);
    case 'Home':
      return ctrlKey ? 0 : row;
    case 'End':
      return ctrlKey ? last : Math.min(row + COLUMNS - 1, last);
    default:
      return undefined;
  }
}

export function EmojiGrid({ grid, label, cells, choose, leave }: GridProps) {
  const current = useSignal(0);
  const rowLimit = useSignal(FIRST_ROWS);
  useEffect(() => {
    rowLimit.value = Number.POSITIVE_INFINITY;
  }, []);
  const buttons = () => [...(grid.current?.querySelectorAll('button') ?? [])];
  const onKeyDown = (event: KeyboardEvent) => {
    const next = placeAfter(event, current.value, cells.length - 1);
    if (next === undefined) return;
    event.preventDefault();
    if (next < 0) leave();
    else buttons()[next]?.focus();
  };
  const rowCount = Math.min(Math.ceil(cells.length / COLUMNS), rowLimit.value);
  const rows = Array.from({ length: rowCount }, (_, row) => cells.slice(row * COLUMNS, (row + 1) * COLUMNS));
  if (cells.length === 0) return null;
  return (
    <div
      class="emoji-grid"
      role="grid"
      tabIndex={-1}
      aria-label={label}
      ref={grid}
      onKeyDown={onKeyDown}
      onFocusIn={(event) => {
        const place = buttons().indexOf(event.target as HTMLButtonElement);
        if (place >= 0) current.value = place;
      }}
    >
      {rows.map((row, rowIndex) => (
        <div class="emoji-row" role="row" tabIndex={-1} key={row[0]?.character}>
          {row.map(({ character, name }, column) => (
            <button
              key={character}
              type="button"
              role="gridcell"
              tabIndex={rowIndex * COLUMNS + column === current.value ? 0 : -1}
              aria-label={name}
              title={name}
              onClick={() => choose(character)}
            >
              {character}
            </button>
          ))}
        </div>
      ))}
    </div>
  );
}
