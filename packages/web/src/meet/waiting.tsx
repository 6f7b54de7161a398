import type { MeetState } from '@ringbinder/client/meet';
import { useMemo } from 'preact/hooks';
import { meet as text } from '../strings/en/meet.ts';
import type { MeetSession } from './session.ts';
import { useHeading } from './use-heading.ts';
import { Video } from './video.tsx';

/** While one is on the way in: connecting, or a guest until the host lets him in. */
export function WaitingRoom({ session, state }: { session: MeetSession; state: MeetState | undefined }) {
  const isLobby = state?.phase === 'lobby';
  const heading = useHeading(isLobby);
  const { track } = session.devices.camera.value;
  const stream = useMemo(() => track && new MediaStream([track]), [track]);
  return (
    <main class="meet-lobby" aria-busy={!isLobby}>
      {stream && (
        <div class="meet-preview">
          <Video stream={stream} label={text.ready.preview} isMirrored />
        </div>
      )}
      <h1 id="title" tabIndex={-1} ref={heading}>
        {isLobby ? text.lobby.title : text.ready.joining}
      </h1>
      {isLobby && <p class="muted">{text.lobby.about(state.topic)}</p>}
      <button type="button" class="button" onClick={() => session.leave()}>
        {isLobby ? text.lobby.leave : text.ready.cancel}
      </button>
    </main>
  );
}
