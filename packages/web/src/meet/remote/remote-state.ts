import { type ReadonlySignal, type Signal, signal } from '@preact/signals';
import type { MeetEvent, MeetState, PresentedSurface } from '@ringbinder/client/meet';

type RemoteEvent = Extract<MeetEvent, { type: 'remote' }>;

/** Coordinates are fractions of the picture. */
interface Mark {
  participantId: string;
  presenterId: string;
  surface: PresentedSurface;
}
export interface PointerMark extends Mark {
  x: number;
  y: number;
}
export interface StrokeMark extends Mark {
  id: string;
  points: readonly (readonly [number, number])[];
}

export interface RemoteState {
  pointers: ReadonlySignal<readonly PointerMark[]>;
  strokes: ReadonlySignal<readonly StrokeMark[]>;
  tool: Signal<'point' | 'draw'>;
  pending: Signal<ReadonlySet<string>>;
  receive(event: RemoteEvent): void;
  keepOnly(state: MeetState): void;
}

/** A line disappears this long after its last point. */
const STROKE_MS = 10_000;
const MAX_STROKES = 100;
const MAX_POINTS = 2_000;

export function createRemoteState(): RemoteState {
  const pointers = signal<readonly PointerMark[]>([]);
  const strokes = signal<readonly StrokeMark[]>([]);
  const pending = signal<ReadonlySet<string>>(new Set());
  const timers = new Map<string, ReturnType<typeof setTimeout>>();
  const isOf = (one: Mark, other: Mark) =>
    one.participantId === other.participantId &&
    one.presenterId === other.presenterId &&
    one.surface === other.surface;

  function point(mark: PointerMark): void {
    pointers.value = [...pointers.peek().filter((each) => !isOf(each, mark)), mark];
  }

  function draw(mark: StrokeMark): void {
    const before = strokes.peek().find((each) => each.id === mark.id && isOf(each, mark));
    const points = [...(before?.points ?? []), ...mark.points].slice(-MAX_POINTS);
    const others = strokes.peek().filter((each) => each !== before);
    strokes.value = [...others.slice(1 - MAX_STROKES), { ...mark, points }];
    clearTimeout(timers.get(mark.id));
    const forget = () => {
      timers.delete(mark.id);
      strokes.value = strokes.peek().filter(({ id }) => id !== mark.id);
    };
    timers.set(mark.id, setTimeout(forget, STROKE_MS));
  }

  return {
    pointers,
    strokes,
    pending,
    tool: signal<'point' | 'draw'>('point'),
    receive({ participantId, presenterId, surface, input }) {
      const mark = { participantId, presenterId, surface };
      if (input.kind === 'pointer') point({ ...mark, x: input.x, y: input.y });
      else if (input.kind === 'pointer_gone')
        pointers.value = pointers.peek().filter((each) => !isOf(each, mark));
      else if (input.kind === 'clear') strokes.value = strokes.peek().filter((each) => !isOf(each, mark));
      else if (input.kind === 'stroke') {
        draw({ ...mark, id: input.stroke_id, points: input.points });
        const last = input.points.at(-1);
        if (last) point({ ...mark, x: last[0], y: last[1] });
      }
    },
    keepOnly({ controls, participants }) {
      const isPresent = ({ participantId, presenterId }: Mark) =>
        controls.some(
          ({ presenter_id, controller_id }) =>
            presenter_id === presenterId && controller_id === participantId,
        );
      if (!pointers.peek().every(isPresent)) pointers.value = pointers.peek().filter(isPresent);
      if (!strokes.peek().every(isPresent)) strokes.value = strokes.peek().filter(isPresent);
      const isWaited = (id: string) =>
        participants.some((each) => each.id === id) &&
        !controls.some(({ presenter_id }) => presenter_id === id);
      if (![...pending.peek()].every(isWaited)) pending.value = new Set([...pending.peek()].filter(isWaited));
    },
  };
}
