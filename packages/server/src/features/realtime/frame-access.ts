import type { ClientFrame } from '@ringbinder/protocol';
import type { FrameAccess, FrameAccessTable } from '../../access/index.ts';

const free: FrameAccess = { proof: 'none', scope: 'read', need: undefined, guests: false };
/** The statement that reads the log position or the list of binders also checks the role. */
const reading: FrameAccess = { ...free, proof: 'known' };
const present: FrameAccess = { ...reading, need: 'read' };
const changing: FrameAccess = { ...reading, scope: 'write', need: 'write' };

/**
 * The frames store nothing. They need a database check only while a revocation that may affect the sender is being
 * looked up.
 */
export const realtimeFrameAccess: FrameAccessTable<ClientFrame> = {
  // The connection itself proves the tokens in `hello` and `token`.
  hello: free,
  token: free,
  ping: free,
  unsubscribe: free,
  subscribe: reading,
  subscribe_self: reading,
  publish: ({ kind }) => (kind === 'presence' || kind === 'typing' ? present : changing),
};
