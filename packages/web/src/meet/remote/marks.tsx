import type { PresentedSurface } from '@ringbinder/client/meet';
import { hueOf, Pointer } from '../../draw/parts/pointers.tsx';
import type { MeetSession } from '../session.ts';

interface RemoteMarksProps {
  session: MeetSession;
  presenterId: string;
  surface: PresentedSurface;
}

export function RemoteMarks({ session, presenterId, surface }: RemoteMarksProps) {
  const { pointers, strokes } = session.remote;
  const isHere = (mark: { presenterId: string; surface: string }) =>
    mark.presenterId === presenterId && mark.surface === surface;
  const people = session.state.value?.participants ?? [];
  const find = (id: string) => people.find((each) => each.id === id);
  const hue = (id: string) => hueOf(find(id)?.user_id ?? id);
  return (
    <div class="meet-marks" aria-hidden="true">
      <svg viewBox="0 0 1 1" preserveAspectRatio="none" aria-hidden="true">
        {strokes.value.filter(isHere).map(({ id, participantId, points }) => (
          <polyline
            key={`${participantId} ${id}`}
            class={`draw-pointer hue-${hue(participantId)}`}
            points={(points.length === 1 ? [...points, ...points] : points)
              .map((each) => each.join())
              .join(' ')}
            vector-effect="non-scaling-stroke"
          />
        ))}
      </svg>
      {pointers.value.filter(isHere).map(({ participantId, x, y }) => (
        <Pointer
          key={participantId}
          name={find(participantId)?.name ?? ''}
          hue={hue(participantId)}
          turns={0}
          left={100 * x}
          top={100 * y}
        />
      ))}
    </div>
  );
}
