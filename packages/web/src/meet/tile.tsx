import { Avatar } from '../design/avatar.tsx';
import { lazy } from '../design/states.tsx';
import { meeting as text } from '../strings/messages/meeting.ts';
import { MeetGlyph } from './glyphs.tsx';
import { positionBelow } from './menus.tsx';
import { personMenu } from './person-menu.ts';
import { ControlButton } from './remote/control-button.tsx';
import type { MeetSession } from './session.ts';
import { sends, type Tile as TileOf } from './tile-layout.ts';
import { Video } from './video.tsx';

const RemoteOverlay = lazy(
  () => import('./remote/overlay.tsx').then((module) => module.RemoteOverlay),
  'quiet',
);

interface TileProps {
  session: MeetSession;
  tile: TileOf;
  size?: { width: number; height: number } | undefined;
  ownStream?: MediaStream | undefined;
  place?: 'main' | 'strip' | 'floating';
}

export function Tile({ session, tile, size, ownStream, place }: TileProps) {
  const { participant, source, isSelf, key } = tile;
  const { name, streams } = participant;
  const isScreen = source === 'screen';
  const isOn = isScreen || (isSelf ? ownStream !== undefined : sends(participant, 'camera'));
  const stream = isScreen ? streams.screen : isSelf ? ownStream : streams.camera;
  const isMirrored = isSelf && !isScreen && session.devices.camera.value.facing !== 'environment';
  const hasVoice = sends(participant, 'microphone');
  const isPinned = session.pinned.value === key;
  const title = isScreen ? text.stage.screenOf(name) : isSelf ? text.stage.self(name) : name;
  const reactions = session.reactions.value.filter(({ participantId }) => participantId === participant.id);
  const { quality } = participant;
  const { value: state } = session.state;
  const isHost = state?.role === 'host';
  const isControlled =
    isScreen &&
    place === 'main' &&
    state?.controls.some(({ presenter_id }) => presenter_id === participant.id) === true;
  return (
    <li
      class="meet-tile"
      data-place={place}
      data-source={source}
      data-speaking={!isScreen && hasVoice && participant.isSpeaking}
      data-participant={participant.id}
      style={size && { width: `${size.width}px`, height: `${size.height}px` }}
    >
      {isOn && <Video stream={stream} label={title} isMirrored={isMirrored} isWhole={isScreen} />}
      {isControlled && <RemoteOverlay session={session} state={state} presenterId={participant.id} />}
      {!isOn && (
        <span class="meet-face">
          <Avatar id={participant.user_id ?? participant.id} name={name} />
        </span>
      )}
      {!isScreen && (
        <span class="meet-reactions" aria-hidden="true">
          {reactions.slice(-3).map(({ id, emoji }) => (
            <span key={id}>{emoji}</span>
          ))}
        </span>
      )}
      <span class="tile-name">
        {!isScreen && !hasVoice && <Badge name="microphoneOff" label={text.stage.muted} />}
        {!isScreen && hasVoice && <Voice level={participant.isSpeaking ? participant.level : 0} />}
        <span dir="auto" class="tile-name-text">
          {title}
        </span>
        {participant.role === 'guest' && !isScreen && <span class="meet-role">{text.stage.guest}</span>}
        {!isScreen && (quality === 'poor' || quality === 'bad') && (
          <span class="meet-signal" data-level={quality}>
            <Badge name="signal" label={text.stage.quality[quality]} />
          </span>
        )}
      </span>
      {participant.has_hand_raised && !isScreen && (
        <span class="meet-hand">
          <Badge name="hand" label={text.stage.hand} />
        </span>
      )}
      <span class="meet-tile-actions">
        <button
          type="button"
          class="meet-tool"
          aria-pressed={isPinned}
          aria-label={isPinned ? text.stage.unpin(title) : text.stage.pin(title)}
          title={isPinned ? text.stage.unpin(title) : text.stage.pin(title)}
          onClick={() => {
            session.pinned.value = isPinned ? undefined : key;
          }}
        >
          <MeetGlyph name="pin" />
        </button>
        {isScreen && state && (
          <ControlButton
            session={session}
            state={state}
            presenter={participant}
            className="meet-tool"
            isSmall
          />
        )}
        {isHost && !isSelf && (
          <button
            type="button"
            class="meet-tool"
            aria-haspopup="menu"
            aria-label={text.stage.actions(title)}
            title={text.stage.actions(title)}
            onClick={({ currentTarget }) => personMenu(session, participant, positionBelow(currentTarget))}
          >
            <MeetGlyph name="more" />
          </button>
        )}
      </span>
    </li>
  );
}

export function Badge({ name, label }: { name: 'microphoneOff' | 'signal' | 'hand'; label: string }) {
  return (
    <span class="meet-sign" role="img" aria-label={label} title={label}>
      <MeetGlyph name={name} />
    </span>
  );
}

function Voice({ level }: { level: number }) {
  const step = level <= 0 ? 0 : Math.max(1, Math.min(4, Math.ceil(level * 8)));
  return (
    <span class="meet-voice" data-level={step} aria-hidden="true">
      <span />
      <span />
      <span />
    </span>
  );
}
