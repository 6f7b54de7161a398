import type { SignaturePlace } from '@ringbinder/protocol';
import { signatures as words } from '../strings/messages/signatures.ts';

export const POSITIONS = {
  'top-left': 'topLeft',
  'top-center': 'topCenter',
  'top-right': 'topRight',
  'middle-left': 'middleLeft',
  'middle-center': 'middleCenter',
  'middle-right': 'middleRight',
  'bottom-left': 'bottomLeft',
  'bottom-center': 'bottomCenter',
  'bottom-right': 'bottomRight',
} as const satisfies Readonly<Record<string, keyof typeof words.positions>>;
export type Position = keyof typeof POSITIONS;

export interface DraftPlace {
  key: number;
  label: string;
  isRequired: boolean;
  /** Undefined until the user chooses a page. Sizes are in points. */
  page: { id: number; width: number; height: number } | undefined;
  position: Position;
  /** Top left corner in points. It may be outside the page, and replaces `position`. */
  corner?: { x: number; y: number } | undefined;
}

export const MAX_PLACES = 20;

const MARGIN = 36;
const WIDTH = 200;
const HEIGHT = 70;

let lastKey = 0;

export const draftPlace = (): DraftPlace => ({
  key: ++lastKey,
  label: '',
  isRequired: true,
  page: undefined,
  position: 'bottom-right',
});

/** In points from the page's top left corner. */
export function boxOf({
  page,
  position,
  corner,
}: DraftPlace): Pick<SignaturePlace, 'x' | 'y' | 'width' | 'height'> {
  const { width: across = 0, height: down = 0 } = page ?? {};
  const width = Math.min(WIDTH, across);
  const height = Math.min(HEIGHT, down);
  const [row = '', column = ''] = position.split('-');
  const x = corner?.x ?? along(column, across - width);
  const y = corner?.y ?? along(row, down - height);
  return {
    x: round(within(x, across - width)),
    y: round(within(y, down - height)),
    width: round(width),
    height: round(height),
  };
}

function along(name: string, free: number): number {
  const margin = Math.min(MARGIN, free / 2);
  if (name === 'left' || name === 'top') return margin;
  return name === 'right' || name === 'bottom' ? free - margin : free / 2;
}

const within = (points: number, free: number) => Math.max(0, Math.min(points, free));

/** A signature place must not exceed its page. */
const round = (points: number) => Math.floor(points * 10) / 10;

export function signaturesIn(places: readonly DraftPlace[]): {
  action_style?: 'SIGN';
  signatures?: SignaturePlace[];
} {
  if (places.length === 0) return {};
  return {
    action_style: 'SIGN',
    signatures: places.map((place, index) => ({
      id: `signature${index + 1}`,
      page_id: place.page?.id ?? 0,
      label: place.label.trim(),
      ...boxOf(place),
      ...(place.isRequired && { required: true }),
    })),
  };
}

export function missingInPlaces(places: readonly DraftPlace[], path: string): Record<string, string> {
  return Object.fromEntries(
    places.flatMap(({ label, page }, index) => [
      ...(label.trim() === '' ? [[`${path}.signatures[${index}].label`, words.noLabel]] : []),
      ...(page === undefined ? [[`${path}.signatures[${index}].page_id`, words.noPage]] : []),
    ]),
  );
}
