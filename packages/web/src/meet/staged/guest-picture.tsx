import type { MeetState } from '@ringbinder/client/meet';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { meetingStaged as text } from '../../strings/messages/meeting-staged.ts';
import { ControlButton } from '../remote/control-button.tsx';
import { RemoteMarks } from '../remote/marks.tsx';
import { RemoteSurface } from '../remote/surface.tsx';
import type { MeetSession } from '../session.ts';

interface GuestPictureProps {
  session: MeetSession;
  state: MeetState;
  stage: NonNullable<MeetState['stage']>;
}

/** The server may still be rendering the picture. */
const RETRY_MS = 1_500;
const MAX_ATTEMPTS = 5;

export function GuestPicture({ session, state, stage }: GuestPictureProps) {
  const frame = useRef<HTMLDivElement>(null);
  const [size, setSize] = useState({ width: 0, height: 0 });
  const [attempt, setAttempt] = useState(0);
  useLayoutEffect(() => {
    const { current } = frame;
    if (!current) return;
    const measure = () => setSize({ width: current.clientWidth, height: current.clientHeight });
    const observer = new ResizeObserver(measure);
    observer.observe(current);
    measure();
    return () => observer.disconnect();
  }, []);
  const { picture } = stage;
  useLayoutEffect(() => setAttempt(0), [picture?.url]);
  const presenter = state.participants.find(({ id }) => id === stage.presenter_id);
  const name = presenter?.name ?? '';
  const isController = state.controls.some(
    ({ presenter_id, controller_id }) =>
      presenter_id === stage.presenter_id && controller_id === state.self?.id,
  );
  return (
    <div class="meet-staged">
      <div class="meet-staged-head">
        <span class="meet-staged-name">
          <strong>{text.shownBy(name)}</strong>
        </span>
        {presenter && (
          <ControlButton
            session={session}
            state={state}
            presenter={presenter}
            className="meet-staged-button"
          />
        )}
      </div>
      <div class="meet-staged-picture" ref={frame}>
        {picture && attempt < MAX_ATTEMPTS && (
          <div class="meet-staged-sheet" style={placeOf(stage, picture, size)}>
            <img
              src={attempt === 0 ? picture.url : `${picture.url}&attempt=${attempt}`}
              alt={text.picture(name)}
              draggable={false}
              onError={() => setTimeout(() => setAttempt(attempt + 1), RETRY_MS)}
            />
            <RemoteMarks session={session} presenterId={stage.presenter_id} surface="stage" />
            {isController && (
              <RemoteSurface
                session={session}
                presenterId={stage.presenter_id}
                surface="stage"
                abilities={[]}
              />
            )}
          </div>
        )}
        {attempt >= MAX_ATTEMPTS && <p>{text.pictureFailed}</p>}
      </div>
    </div>
  );
}

type Picture = NonNullable<NonNullable<MeetState['stage']>['picture']>;

function placeOf({ view }: GuestPictureProps['stage'], { width, height }: Picture, frame: typeof NOTHING) {
  const visible = view ?? { x: width / 2, y: height / 2, width, height };
  const scale = Math.min(frame.width / visible.width, frame.height / visible.height);
  return {
    left: `${frame.width / 2 - visible.x * scale}px`,
    top: `${frame.height / 2 - visible.y * scale}px`,
    width: `${width * scale}px`,
    height: `${height * scale}px`,
  };
}
const NOTHING = { width: 0, height: 0 };
