import type { MeetControl, PresentedSurface } from '@ringbinder/client/meet';
import { meetingRemote as text } from '../../strings/messages/meeting-remote.ts';
import type { MeetSession } from '../session.ts';

interface RemoteBarProps {
  session: MeetSession;
  control: MeetControl;
  surface: PresentedSurface;
}

export function RemoteBar({ session, control, surface }: RemoteBarProps) {
  const { tool } = session.remote;
  const send = (input: Parameters<NonNullable<ReturnType<MeetSession['connection']>>['remote']>[2]) =>
    session.connection()?.remote(control.presenter_id, surface, input);
  const canZoom = surface === 'screen' && control.abilities.includes('zoom');
  return (
    <div class="meet-remote-bar" role="toolbar" aria-label={text.bar}>
      {(['point', 'draw'] as const).map((each) => (
        <button
          key={each}
          type="button"
          class="meet-staged-button"
          aria-pressed={tool.value === each}
          onClick={() => {
            tool.value = each;
          }}
        >
          {text[each]}
        </button>
      ))}
      <button type="button" class="meet-staged-button" onClick={() => send({ kind: 'clear' })}>
        {text.clear}
      </button>
      {canZoom && (
        <>
          <button
            type="button"
            class="meet-staged-button"
            onClick={() => send({ kind: 'zoom', direction: -1 })}
          >
            {text.zoomOut}
          </button>
          <button
            type="button"
            class="meet-staged-button"
            onClick={() => send({ kind: 'zoom', direction: 1 })}
          >
            {text.zoomIn}
          </button>
        </>
      )}
    </div>
  );
}
