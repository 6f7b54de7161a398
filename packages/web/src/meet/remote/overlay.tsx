import type { MeetState } from '@ringbinder/client/meet';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { MeetSession } from '../session.ts';
import { RemoteBar } from './bar.tsx';
import { RemoteMarks } from './marks.tsx';
import { RemoteSurface } from './surface.tsx';

interface RemoteOverlayProps {
  session: MeetSession;
  state: MeetState;
  presenterId: string;
}

export function RemoteOverlay({ session, state, presenterId }: RemoteOverlayProps) {
  const frame = useRef<HTMLDivElement>(null);
  const [box, setBox] = useState({ left: 0, top: 0, width: 0, height: 0 });
  useLayoutEffect(() => {
    const { current } = frame;
    const video = current?.parentElement?.querySelector('video');
    if (!current || !video) return;
    const measure = () => {
      const { clientWidth, clientHeight } = current;
      const { videoWidth, videoHeight } = video;
      if (videoWidth === 0 || videoHeight === 0) return;
      const scale = Math.min(clientWidth / videoWidth, clientHeight / videoHeight);
      const [width, height] = [videoWidth * scale, videoHeight * scale];
      setBox({ left: (clientWidth - width) / 2, top: (clientHeight - height) / 2, width, height });
    };
    const observer = new ResizeObserver(measure);
    observer.observe(current);
    video.addEventListener('resize', measure);
    measure();
    return () => {
      observer.disconnect();
      video.removeEventListener('resize', measure);
    };
  }, []);
  const control = state.controls.find(({ presenter_id }) => presenter_id === presenterId);
  const isMine = control !== undefined && control.controller_id === state.self?.id;
  return (
    <div class="meet-remote" ref={frame} data-own={isMine}>
      <div
        class="meet-remote-picture"
        style={{
          left: `${box.left}px`,
          top: `${box.top}px`,
          width: `${box.width}px`,
          height: `${box.height}px`,
        }}
      >
        <RemoteMarks session={session} presenterId={presenterId} surface="screen" />
        {isMine && (
          <RemoteSurface
            session={session}
            presenterId={presenterId}
            surface="screen"
            abilities={control.abilities}
          />
        )}
      </div>
      {isMine && <RemoteBar session={session} control={control} surface="screen" />}
    </div>
  );
}
