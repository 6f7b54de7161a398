import type { MeetState } from '@ringbinder/client/meet';
import { useEffect, useState } from 'preact/hooks';
import { clockTime } from '../design/clock-time.ts';
import { lazy } from '../design/states.tsx';
import { isTouch } from '../design/touch.ts';
import { meeting as text } from '../strings/messages/meeting.ts';
import { meetingCaptions as captionsText } from '../strings/messages/meeting-captions.ts';
import { RemoteAudio } from './audio.tsx';
import { CaptionsLine, CaptionsOffer } from './captions/captions-line.tsx';
import { ConfirmDialog } from './confirm.tsx';
import type { MeetContext } from './context.ts';
import { Controls, useUnread } from './controls.tsx';
import { MeetGlyph } from './glyphs.tsx';
import { useMeetKeys } from './keys.ts';
import { Menus } from './menus.tsx';
import { openDialog } from './open-dialog.ts';
import { People } from './people.tsx';
import { ControlBanner } from './remote/banner.tsx';
import type { MeetSession } from './session.ts';
import { Stage } from './stage.tsx';
import { useWakeLock } from './wake-lock.ts';

const ChatPanel = lazy(() => import('./chat-panel.tsx').then((module) => module.ChatPanel));
const ChoosePage = lazy(
  () => import('./staged/choose-page.tsx').then((module) => module.ChoosePage),
  'quiet',
);
const Quality = lazy(() => import('./quality.tsx').then((module) => module.Quality));
const ShortcutDialog = lazy(
  () => import('./shortcut-dialog.tsx').then((module) => module.ShortcutDialog),
  'quiet',
);

interface RoomProps {
  context: MeetContext;
  session: MeetSession;
  state: MeetState;
  isMini?: boolean | undefined;
  show?: (() => void) | undefined;
  minimize?: (() => void) | undefined;
  move?: (() => void) | undefined;
}

export function Room(props: RoomProps) {
  const { context, session, state, isMini, show, minimize, move } = props;
  useWakeLock();
  useMeetKeys(session, !isMini);
  const { panel } = session;
  // Count here, because minimising unmounts the controls.
  const unread = useUnread(context.binder, !isMini && panel.value === 'chat');
  const close = () => {
    panel.value = undefined;
  };
  return (
    <div class="meet-room" data-mini={isMini} data-panel={panel.value !== undefined && !isMini}>
      <section class="meet-dark" aria-label={text.title} role={isMini ? undefined : 'main'}>
        <Head context={context} session={session} state={state} minimize={minimize} />
        <div class="meet-middle">
          <Stage context={context} session={session} state={state} isMini={isMini} />
        </div>
        {isMini ? (
          <MiniBar session={session} show={show} move={move} />
        ) : (
          <Controls context={context} session={session} state={state} unread={unread} />
        )}
        {!isMini && (
          <div class="meet-control">
            <ControlBanner session={session} state={state} />
            <CaptionsOffer session={session} state={state} />
          </div>
        )}
        {!isMini && <CaptionsLine session={session} state={state} />}
        {state.phase === 'reconnecting' && (
          <p class="meet-banner" role="status">
            {text.stage.reconnecting}
          </p>
        )}
      </section>
      {!isMini && panel.value === 'people' && <People context={context} session={session} state={state} />}
      {!isMini && panel.value === 'chat' && context.binder && (
        <ChatPanel binder={context.binder} close={close} />
      )}
      {!isMini && panel.value === 'quality' && <Quality session={session} state={state} />}
      <RemoteAudio session={session} state={state} />
      <Menus />
      <ConfirmDialog session={session} />
      {openDialog.value === 'page' && context.binder && (
        <ChoosePage
          binder={context.binder}
          session={session}
          close={() => {
            openDialog.value = undefined;
          }}
        />
      )}
      {openDialog.value === 'shortcuts' && (
        <ShortcutDialog
          close={() => {
            openDialog.value = undefined;
          }}
        />
      )}
    </div>
  );
}

function Head({ context, session, state, minimize }: RoomProps) {
  return (
    <header class="meet-head">
      {minimize && (
        <button
          type="button"
          class="meet-tool"
          aria-label={text.bar.minimize}
          title={text.bar.minimize}
          onClick={minimize}
        >
          <MeetGlyph name="window" />
        </button>
      )}
      <h1 id="title" tabIndex={-1}>
        {context.topic?.value || state.topic || text.untitled}
      </h1>
      <Clock since={state.startedTime} />
      <SwitchCamera session={session} />
      {state.isRecording && (
        <span class="meet-recording">
          <span class="recording-dot" aria-hidden="true" />
          {text.stage.recording}
        </span>
      )}
      {state.hasCaptions && (
        <span class="meet-locked">
          <MeetGlyph name="captions" />
          {captionsText.badge}
        </span>
      )}
      {state.isLocked && (
        <span class="meet-locked">
          <MeetGlyph name="lock" />
          {text.stage.locked}
        </span>
      )}
      {session.screen.stream.value && (
        <span class="meet-sharing">
          {text.stage.yourScreen}
          <button type="button" class="button compact danger" onClick={() => session.screen.stop()}>
            {text.bar.stopShare}
          </button>
        </span>
      )}
      {session.isTalking.value && <span class="meet-talking">{text.bar.talk}</span>}
    </header>
  );
}

function SwitchCamera({ session: { devices } }: { session: MeetSession }) {
  const { track, isStarting } = devices.camera.value;
  if (!isTouch || !track || devices.lists.value.camera.length < 2) return null;
  const { switchCamera } = text.bar;
  return (
    <button
      type="button"
      class="meet-tool"
      aria-label={switchCamera}
      title={switchCamera}
      aria-busy={isStarting}
      onClick={() => void devices.switchCamera()}
    >
      <MeetGlyph name="otherCamera" />
    </button>
  );
}

function Clock({ since }: { since: number }) {
  const [now, setNow] = useState(Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1_000);
    return () => clearInterval(timer);
  }, []);
  if (since <= 0) return null;
  return <span class="meet-clock">{clockTime((now - since) / 1000)}</span>;
}

function MiniBar({ session, show, move }: Pick<RoomProps, 'session' | 'show' | 'move'>) {
  const { isOn } = session.devices.microphone.value;
  return (
    <div class="meet-bar" role="toolbar" aria-label={text.bar.label}>
      <button
        type="button"
        class="meet-button"
        data-off={!isOn}
        aria-pressed={isOn}
        aria-label={text.bar.microphone}
        onClick={() => void session.turn('microphone', !isOn)}
      >
        <MeetGlyph name={isOn ? 'microphone' : 'microphoneOff'} />
      </button>
      <button
        type="button"
        class="meet-button"
        aria-label={text.bar.back}
        title={text.bar.back}
        onClick={show}
      >
        <MeetGlyph name="full" />
      </button>
      {move && (
        <button
          type="button"
          class="meet-button"
          aria-label={text.bar.move}
          title={text.bar.move}
          onClick={move}
        >
          <MeetGlyph name="move" />
        </button>
      )}
      <button
        type="button"
        class="meet-leave"
        aria-label={text.bar.leave}
        title={text.bar.leave}
        onClick={() => session.leave()}
      >
        <MeetGlyph name="leave" />
      </button>
    </div>
  );
}
