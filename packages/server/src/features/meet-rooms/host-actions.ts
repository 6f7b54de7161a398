import type { MediaSource, MeetClientFrame } from '@ringbinder/protocol';
import { because, forbidden, invalid, referenceNotFound, withDetails } from '../../errors.ts';
import { refusalOf } from '../realtime/index.ts';
import { isSameVisitor, type Member } from './member.ts';
import type { Room } from './room-interface.ts';

type HostFrame = Extract<MeetClientFrame, { type: 'host' }>;

export async function performHostAction(room: Room, by: Member, frame: HostFrame): Promise<void> {
  const { connection } = by;
  try {
    if (by.role !== 'host' || by.visitor.kind !== 'person')
      throw forbidden(withDetails(because('not_allowed'), 'only a host of the meet may do that'));
    await perform(room, by, by.visitor.userId, frame);
    connection?.send({ type: 'done', id: frame.id });
    if (frame.action === 'end')
      room.close((connection) => connection.end('ended', 'the host has ended the meet'));
  } catch (error) {
    connection?.send({ type: 'refused', id: frame.id, ...refusalOf(error) });
  }
}

async function perform(room: Room, by: Member, userId: string, frame: HostFrame): Promise<void> {
  const { action } = frame;
  switch (action) {
    case 'admit':
    case 'deny':
      if (!(await room.lobby[action](idOf(frame)))) throw participantLeft();
      room.notifyHosts();
      return;
    case 'mute':
      stop(room, by, memberOf(room, frame), ['microphone']);
      return;
    case 'stop_camera':
      stop(room, by, memberOf(room, frame), ['camera']);
      return;
    case 'stop_screen':
      stop(room, by, memberOf(room, frame), ['screen', 'screen_audio']);
      return;
    case 'remove': {
      const member = memberOf(room, frame);
      if (member === by) throw invalid('participant_id', 'must not be yourself: leave instead');
      const { visitor } = member;
      if (visitor.kind === 'guest') await room.lobby.remove(visitor.guestId);
      const isOwn = isSameVisitor(visitor, by.visitor);
      const devices = isOwn
        ? [member]
        : [...room.members.values()].filter((each) => isSameVisitor(each.visitor, visitor));
      for (const device of devices) {
        const { connection } = device;
        room.remove(device, 'removed');
        connection?.end('removed', `${by.visitor.name} removed you from the meet`);
      }
      return;
    }
    case 'make_host': {
      const { visitor } = memberOf(room, frame);
      if (visitor.kind === 'guest') throw invalid('participant_id', 'must not be a guest');
      room.makeHost(visitor.userId);
      return;
    }
    case 'lock':
    case 'unlock':
      await room.setLocked(action === 'lock');
      return;
    case 'start_recording':
      await room.recording.start({ userId });
      for (const { visitor } of room.members.values()) room.recording.mark('joined', visitor.name);
      return;
    case 'stop_recording':
      await room.recording.stop();
      return;
    case 'captions_on':
    case 'captions_off':
      await room.setCaptions(action === 'captions_on');
      return;
    case 'end':
      await room.end({ userId });
      return;
    default:
      action satisfies never;
  }
}

const participantLeft = () => referenceNotFound('participant_id', because('meet_participant_left'));

function idOf({ participant_id: id }: HostFrame): string {
  if (id === undefined) throw invalid('participant_id', because('required'));
  return id;
}

function memberOf(room: Room, frame: HostFrame): Member {
  const id = idOf(frame);
  const member = room.members.get(id);
  if (member === undefined) throw participantLeft();
  return member;
}

function stop(room: Room, by: Member, member: Member, sources: readonly MediaSource[]): void {
  for (const source of sources) {
    if (!member.published.has(source)) continue;
    room.mute(member, source);
    member.connection?.send({ type: 'muted', source, by: by.visitor.name });
  }
}
