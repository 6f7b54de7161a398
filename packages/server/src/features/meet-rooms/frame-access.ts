import type { MeetClientFrame } from '@ringbinder/protocol';
import type { FrameAccess, FrameAccessTable } from '../../access/index.ts';

const member = { need: 'read', guests: true } as const;
/** These frames are allowed while an expired token is being replaced. */
const free: FrameAccess = { ...member, proof: 'none', scope: 'read' };
/** Other participants see these frames, but nothing is stored. */
const takingPart: FrameAccess = { ...member, proof: 'known', scope: 'read' };
const pointing: FrameAccess = { ...member, proof: 'known', scope: 'write' };
/** The page lookup checks the presenter's role. */
const presenting: FrameAccess = { ...member, proof: 'proved', scope: 'write' };
const command: FrameAccess = { proof: 'proved', scope: 'write', need: 'read', guests: false };

/** The handlers check who is host, presenter or controller. */
export const meetFrameAccess: FrameAccessTable<MeetClientFrame> = {
  hello: free,
  token: free,
  ping: free,
  leave: free,
  answer: free,
  candidate: free,
  view: free,
  restart: free,
  unpublish: free,
  offer: takingPart,
  changed: takingPart,
  mute: ({ is_muted }) => (is_muted ? free : takingPart),
  hand: takingPart,
  reaction: takingPart,
  stage_view: pointing,
  remote: pointing,
  control: ({ action }) => (action === 'request' || action === 'allow' ? presenting : takingPart),
  stage: presenting,
  caption: command,
  host: command,
};
