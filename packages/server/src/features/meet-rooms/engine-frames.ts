import type { MeetClientFrame, MeetServerFrame } from '@ringbinder/protocol';
import type { EngineCommand, EngineEvent } from '@ringbinder/sfu';
import { because, withDetails } from '../../errors.ts';

type FrameForEngine = Extract<
  MeetClientFrame,
  { type: 'offer' | 'answer' | 'unpublish' | 'restart' | 'changed' | 'view' }
>;
type EventForMember = Extract<
  EngineEvent,
  { type: 'answer' | 'refused' | 'offer' | 'tracks' | 'candidate' | 'access' }
>;

const forEngine: ReadonlySet<string> = new Set<FrameForEngine['type']>([
  'offer',
  'answer',
  'unpublish',
  'restart',
  'changed',
  'view',
]);

export function isForEngine(frame: MeetClientFrame): frame is FrameForEngine {
  return forEngine.has(frame.type);
}

export function commandOf(
  frame: FrameForEngine,
  place: { meet: string; participant: string },
): EngineCommand {
  switch (frame.type) {
    case 'offer': {
      const { id, connection_id: connection, source, sdp } = frame;
      return { type: 'offer', ...place, id, connection, source, sdp };
    }
    case 'answer': {
      const { connection_id: connection, revision, sdp } = frame;
      return { type: 'answer', ...place, connection, revision, sdp };
    }
    case 'unpublish':
      return { type: 'unpublish', ...place, connection: frame.connection_id };
    case 'restart':
    case 'changed':
      return { type: frame.type, ...place };
    case 'view': {
      const pictures = frame.pictures.map(({ participant_id: participant, source, layer }) => ({
        participant,
        source,
        layer,
      }));
      return { type: 'view', ...place, pictures };
    }
  }
}

export function frameOf(event: EventForMember): MeetServerFrame {
  switch (event.type) {
    case 'answer':
      return { type: 'answer', id: event.id, connection_id: event.connection, sdp: event.sdp };
    case 'refused': {
      const { id, message } = event;
      const text = withDetails(because('not_possible'), message);
      return { type: 'refused', id, code: 'RESPONSE_ERROR_INVALID_REQUEST', ...text };
    }
    case 'offer': {
      const { connection: connection_id, revision, sdp } = event;
      return { type: 'offer', connection_id, revision, sdp, tracks: tracksOf(event.tracks) };
    }
    case 'tracks':
      return { type: 'tracks', connection_id: event.connection, tracks: tracksOf(event.tracks) };
    case 'access': {
      const { url, room, token } = event;
      return { type: 'livekit', url, room, token };
    }
    case 'candidate': {
      const { connection: connection_id, candidate, mid, isRelayed: is_relayed } = event;
      return { type: 'candidate', connection_id, candidate, mid, is_relayed };
    }
  }
}

function tracksOf(tracks: Extract<EngineEvent, { type: 'tracks' }>['tracks']) {
  return tracks.map(({ mid, participant, source }) => ({ mid, participant_id: participant, source }));
}
