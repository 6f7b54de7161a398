import type { MeetClientFrame } from '@ringbinder/protocol';
import type { FrameAccess, FrameAccessTable } from '../../access/index.ts';

const member = { need: 'read', guests: true } as const;
/** Receives, or takes back what one gave: also while another token is waited for. */
const free: FrameAccess = { ...member, proof: 'none', scope: 'read' };
/** Is seen and heard by the others, and kept by nobody. */
const takingPart: FrameAccess = { ...member, proof: 'known', scope: 'read' };
/** Acts on what is presented. */
const pointing: FrameAccess = { ...member, proof: 'known', scope: 'write' };
/** Gives somebody power over what is presented. The role of the presenter is checked with the page. */
const presenting: FrameAccess = { ...member, proof: 'proved', scope: 'write' };
/** Is written into the binder, or changes what others may do. */
const command: FrameAccess = { proof: 'proved', scope: 'write', need: 'read', guests: false };

/**
 * What each frame of a meet's channel needs. The one way to the handlers is `createFrameGate`, which reads this table; who is a host, a
 * presenter or in control is checked by the handler, by the role that was proved. A frame without a row does not compile.
 */
export const meetFrameAccess: FrameAccessTable<MeetClientFrame> = {
  // The connection itself proves the token of these two, by the same check as a call. To begin a meet is a command.
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
