import { type Signal, signal } from '@preact/signals';
import { useEffect, useMemo, useState } from 'preact/hooks';
import { LevelMeter } from '../clip/level.tsx';
import { playChime } from '../design/chime.ts';
import { Alert } from '../design/states.tsx';
import { InMeet } from '../meets/in-meet.tsx';
import { meeting as text } from '../strings/messages/meeting.ts';
import { canBlur } from './blur/blur-track.ts';
import type { MeetContext } from './context.ts';
import { DeviceAlerts } from './device-alerts.tsx';
import { chooseSpeaker } from './device-menu.ts';
import type { Device, DeviceKind, Devices } from './devices.ts';
import { MeetGlyph, offGlyph } from './glyphs.tsx';
import { Network } from './network.tsx';
import type { MeetSession } from './session.ts';
import { storedPreferences } from './stored-preferences.ts';
import { useHeading } from './use-heading.ts';
import { Video } from './video.tsx';

interface PrejoinProps {
  context: MeetContext;
  session: MeetSession;
}

export function Prejoin({ context, session }: PrejoinProps) {
  const { devices, name } = session;
  const heading = useHeading();
  useEffect(() => {
    const stored = storedPreferences();
    if (stored.hasCamera ?? context.hasCamera ?? true) void devices.turn('camera', true);
    if (stored.hasMicrophone ?? context.hasMicrophone ?? true) void devices.turn('microphone', true);
  }, []);
  const camera = devices.camera.value;
  const microphone = devices.microphone.value;
  const isJoining = session.isJoining.value;
  const lacksName = context.isGuest === true && name.value.trim() === '';
  const [isAsked, setAsked] = useState(false);
  const canJoin = !isJoining && !lacksName;
  const hasNothing = camera.problem !== undefined && microphone.problem !== undefined;
  return (
    <main class="meet-ready">
      <div class="meet-preview-side">
        <Preview session={session} camera={camera} />
        <DeviceAlerts devices={devices} />
      </div>
      <form
        class="meet-ready-form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          setAsked(lacksName);
          if (canJoin) void session.join();
          else if (lacksName) event.currentTarget.querySelector<HTMLElement>('[name=name]')?.focus();
        }}
      >
        <h1 id="title" tabIndex={-1} ref={heading}>
          {context.topic?.value || text.ready.title}
        </h1>
        <InMeet participants={context.participants?.value} />
        <Alert class="notice bad">{session.refusal.value}</Alert>
        {!window.isSecureContext && <p class="notice warn">{text.ready.insecure}</p>}
        {context.isGuest && <GuestName name={name} isAsked={isAsked && lacksName} />}
        <Choice session={session} kind="microphone" />
        <Choice session={session} kind="camera" />
        {canBlur() && (
          <label class="check">
            <input
              type="checkbox"
              checked={devices.isBlurred.value}
              onChange={(event) => void devices.blur(event.currentTarget.checked)}
            />{' '}
            {text.more.blur}
          </label>
        )}
        <SpeakerChoice session={session} />
        <div class="meet-ready-actions">
          <button type="submit" class="button primary wide" aria-disabled={!canJoin}>
            {isJoining ? text.ready.joining : hasNothing ? text.ready.joinWithout : text.ready.join}
          </button>
          {context.close && (
            <button
              type="button"
              class="button plain"
              onClick={() => {
                context.cancel?.();
                context.close?.();
              }}
            >
              {text.ready.back}
            </button>
          )}
        </div>
        {context.examineNetwork && <Network examine={context.examineNetwork} />}
      </form>
    </main>
  );
}

function GuestName({ name, isAsked }: { name: Signal<string>; isAsked: boolean }) {
  return (
    <div class="field">
      <label for="meet-own-name">{text.ready.name}</label>
      <input
        dir="auto"
        id="meet-own-name"
        name="name"
        autocomplete="name"
        maxLength={80}
        required
        value={name.value}
        aria-invalid={isAsked ? 'true' : undefined}
        aria-describedby={`${isAsked ? 'meet-own-name-wrong' : ''} meet-own-name-hint`.trim()}
        onInput={(event) => {
          name.value = event.currentTarget.value;
        }}
      />
      {isAsked && (
        <p class="wrong" id="meet-own-name-wrong">
          {text.ready.nameMissing}
        </p>
      )}
      <span class="hint" id="meet-own-name-hint">
        {text.ready.nameHint}
      </span>
    </div>
  );
}

function Preview({ session, camera }: { session: MeetSession; camera: Device }) {
  const { devices } = session;
  const { track, isStarting } = camera;
  const stream = useMemo(() => track && new MediaStream([track]), [track]);
  const microphone = devices.microphone.value;
  return (
    <div class="meet-preview">
      {stream ? (
        <Video stream={stream} label={text.ready.preview} isMirrored={camera.facing !== 'environment'} />
      ) : (
        <p role="status">{isStarting ? text.ready.cameraStarting : text.ready.cameraOff}</p>
      )}
      <div class="meet-preview-bar">
        {(['microphone', 'camera'] as const).map((kind) => {
          const { isOn, isStarting: isAsked } = devices[kind].value;
          return (
            <button
              key={kind}
              type="button"
              class="meet-button"
              data-off={!isOn}
              aria-label={text.bar[kind]}
              aria-pressed={isOn}
              aria-busy={isAsked}
              title={
                kind === 'microphone'
                  ? isOn
                    ? text.bar.muteHint
                    : text.bar.unmuteHint
                  : isOn
                    ? text.bar.cameraOff
                    : text.bar.cameraOn
              }
              onClick={() => void devices.turn(kind, !isOn)}
            >
              <MeetGlyph name={isOn ? kind : offGlyph[kind]} />
            </button>
          );
        })}
      </div>
      {microphone.track && microphone.isOn && (
        <div class="meet-preview-level">
          <OwnLevel devices={devices} />
        </div>
      )}
    </div>
  );
}

function Choice({ session, kind }: { session: MeetSession; kind: DeviceKind }) {
  const { devices } = session;
  const list = devices.lists.value[kind];
  const { deviceId = '' } = devices[kind].value;
  if (list.length < 2) return null;
  return (
    <div class="field">
      <label for={`meet-${kind}`}>{text.ready[kind]}</label>
      <select
        id={`meet-${kind}`}
        onChange={(event) => void devices.choose(kind, event.currentTarget.value || undefined)}
      >
        <option value="">{text.ready.defaultDevice}</option>
        {list.map((device) => (
          <option key={device.deviceId} value={device.deviceId} selected={device.deviceId === deviceId}>
            {device.label}
          </option>
        ))}
      </select>
    </div>
  );
}

function SpeakerChoice({ session }: { session: MeetSession }) {
  const { devices } = session;
  const list = devices.lists.value.speaker;
  if (list.length < 2) return null;
  return (
    <div class="field">
      <label for="meet-speaker">{text.ready.speaker}</label>
      <div class="meet-speaker">
        <select id="meet-speaker" onChange={(event) => chooseSpeaker(devices, event.currentTarget.value)}>
          <option value="">{text.ready.defaultDevice}</option>
          {list.map(({ deviceId, label }) => (
            <option key={deviceId} value={deviceId} selected={deviceId === devices.speakerId.value}>
              {label}
            </option>
          ))}
        </select>
        <button type="button" class="button compact" onClick={playChime}>
          {text.ready.test}
        </button>
      </div>
    </div>
  );
}

function OwnLevel({ devices }: { devices: Devices }) {
  const level = useMemo(() => signal(0), []);
  useEffect(() => {
    let frame = requestAnimationFrame(function measure() {
      level.value = Math.round(devices.level() * 20) / 20;
      frame = requestAnimationFrame(measure);
    });
    return () => cancelAnimationFrame(frame);
  }, []);
  return <LevelMeter level={level} label={text.ready.level} />;
}
