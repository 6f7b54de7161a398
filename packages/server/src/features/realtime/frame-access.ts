import type { ClientFrame } from '@ringbinder/protocol';
import type { FrameAccess, FrameAccessTable } from '../../access/index.ts';

const free: FrameAccess = { proof: 'none', scope: 'read', need: undefined, guests: false };
/** The statement that finds the position of the log, or the list of binders, finds the role too. */
const reading: FrameAccess = { ...free, proof: 'known' };
const present: FrameAccess = { ...reading, need: 'read' };
const drawing: FrameAccess = { ...reading, scope: 'write', need: 'write' };

/**
 * What each frame of the channel needs. Nothing that comes by it is durable, so no frame has to be proved in the database; while a
 * revocation is looked up those that it may concern are. A frame without a row does not compile.
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
