import type { ClientFrame } from '@ringbinder/protocol';
import type { FrameAccess, FrameAccessTable } from '../../access/index.ts';

const free: FrameAccess = { proof: 'none', scope: 'read', need: undefined, guests: false };
/** The statement that finds the log position, or the list of binders, checks the role as well. */
const reading: FrameAccess = { ...free, proof: 'known' };
const present: FrameAccess = { ...reading, need: 'read' };
const drawing: FrameAccess = { ...reading, scope: 'write', need: 'write' };

/**
 * Access required by each frame of the channel; a frame without a row does not compile. Nothing here is
 * durable, so frames need no database check, except while a revocation that may concern them is looked up.
 */
export const realtimeFrameAccess: FrameAccessTable<ClientFrame> = {
  // The connection itself proves the token of these two.
  hello: free,
  token: free,
  ping: free,
  unsubscribe: free,
  subscribe: reading,
  subscribe_self: reading,
  publish: ({ kind }) => (kind === 'pointer' || kind === 'stroke' ? drawing : present),
};
