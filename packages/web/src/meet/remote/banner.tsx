import type { MeetState } from '@ringbinder/client/meet';
import { Alert } from '../../design/states.tsx';
import { meetingRemote as text } from '../../strings/messages/meeting-remote.ts';
import type { MeetSession } from '../session.ts';

export function ControlBanner({ session, state }: { session: MeetSession; state: MeetState }) {
  const nameOf = (id: string) => state.participants.find((each) => each.id === id)?.name ?? '';
  const [asking] = state.controlRequests;
  const control = state.controls.find(({ presenter_id }) => presenter_id === state.self?.id);
  const { screen } = session;
  const wish = screen.zoomRequest.value;
  const abilities = screen.abilities();
  return (
    <>
      <Alert class="">
        {asking !== undefined && (
          <>
            <span>{requestOf(abilities)(nameOf(asking))}</span>
            <button
              type="button"
              class="button compact"
              onClick={() => void session.attempt((meet) => meet.control('deny', asking))}
            >
              {text.deny}
            </button>
            <button
              type="button"
              class="button compact primary"
              onClick={() => void session.attempt((meet) => meet.control('allow', asking, abilities))}
            >
              {text.allow}
            </button>
          </>
        )}
      </Alert>
      {control && (
        <p>
          <span>{text.held(nameOf(control.controller_id))}</span>
          {wish !== undefined && (
            <button type="button" class="button compact" onClick={() => screen.zoomByHand()}>
              {text.wants(nameOf(control.controller_id))}{' '}
              {wish > 0 ? text.zoomIn : wish < 0 ? text.zoomOut : text.zoomReset}
            </button>
          )}
          <button
            type="button"
            class="button compact danger"
            onClick={() => void session.attempt((meet) => meet.control('stop', control.presenter_id))}
          >
            {text.stop}
          </button>
        </p>
      )}
    </>
  );
}

function requestOf(abilities: readonly ('scroll' | 'zoom')[]) {
  if (abilities.length > 1) return text.requestedBoth;
  if (abilities.includes('scroll')) return text.requestedScroll;
  return abilities.includes('zoom') ? text.requestedZoom : text.requested;
}
