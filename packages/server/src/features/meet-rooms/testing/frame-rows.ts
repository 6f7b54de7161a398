import { hostActions, type MeetClientFrame, meetClientFrames } from '@ringbinder/protocol';

export type FrameType = MeetClientFrame['type'];
export type Outcome = 'taken' | 'refused' | `closed ${number}`;
export interface Row {
  frames: MeetClientFrame[];
  reader: Outcome;
  expired: Outcome;
  demoted: Outcome;
  guest: Outcome;
}

const id = 1;
const all = (outcome: Outcome) => ({
  reader: outcome,
  expired: outcome,
  demoted: outcome,
  guest: outcome,
});
/**
 * These frames are allowed in the minute after a token has expired, because they affect nobody else or only withdraw
 * something.
 */
const free = all('taken');
const takesPart = { ...free, expired: 'refused' } as const;
const nobody = all('refused');
const view = { x: 1, y: 1, width: 9, height: 9 };

export const rows: Record<FrameType, Row> = {
  hello: { frames: [{ type: 'hello', version: 1, token: 'x' }], ...all('closed 4400') },
  token: { frames: [{ type: 'token', token: 'x' }], ...all('closed 4401'), guest: 'closed 4400' },
  ping: { frames: [{ type: 'ping' }], ...free },
  leave: { frames: [{ type: 'leave' }], ...all('closed 1000') },
  offer: {
    frames: [{ type: 'offer', id, connection_id: 'a', source: 'microphone', sdp: 'none' }],
    ...takesPart,
  },
  answer: { frames: [{ type: 'answer', connection_id: 's', revision: 1, sdp: 'none' }], ...free },
  candidate: { frames: [{ type: 'candidate', connection_id: 's', candidate: '', mid: '0' }], ...free },
  restart: { frames: [{ type: 'restart' }], ...free },
  view: { frames: [{ type: 'view', pictures: [] }], ...free },
  unpublish: { frames: [{ type: 'unpublish', connection_id: 'a' }], ...free },
  changed: { frames: [{ type: 'changed' }], ...takesPart },
  mute: { frames: [{ type: 'mute', source: 'microphone', is_muted: false }], ...takesPart },
  hand: { frames: [{ type: 'hand', is_raised: true }], ...takesPart },
  reaction: { frames: [{ type: 'reaction', emoji: '👏' }], ...takesPart },
  host: { frames: hostActions.map((action) => ({ type: 'host', id, action })), ...nobody },
  stage: { frames: [{ type: 'stage', id, page_id: 1 }], ...nobody },
  stage_view: { frames: [{ type: 'stage_view', view }], ...takesPart, reader: 'refused' },
  control: {
    frames: [
      { type: 'control', id, action: 'request', participant_id: 'P' },
      { type: 'control', id, action: 'allow', participant_id: 'P' },
    ],
    ...takesPart,
    reader: 'refused',
  },
  remote: {
    frames: [
      {
        type: 'remote',
        id,
        presenter_id: 'P',
        surface: 'stage',
        input: { kind: 'pointer', x: 0, y: 0 },
      },
    ],
    ...takesPart,
    reader: 'refused',
  },
  caption: {
    frames: [{ type: 'caption', id, text: 'said', language: 'en', duration_ms: 1 }],
    ...nobody,
  },
};
export const types = Object.keys(meetClientFrames) as FrameType[];
export const inOrder = [...types].sort((a, b) => Number(isLast(a)) - Number(isLast(b)));
function isLast(type: FrameType): boolean {
  return rows[type].reader.startsWith('closed');
}
