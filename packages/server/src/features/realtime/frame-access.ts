import type { ClientFrame } from '@ringbinder/protocol';
import type { FrameAccess, FrameAccessTable } from '../../access/index.ts';

const free: FrameAccess = { proof: 'none', scope: 'read', need: undefined, guests: false };
/** For frames whose handlers check the role in their own SQL. */
const reading: FrameAccess = { ...free, proof: 'known' };
const present: FrameAccess = { ...reading, need: 'read' };
const changing: FrameAccess = { ...reading, scope: 'write', need: 'write' };

/** Rights in memory are enough, because the server stores no frame. */
export const realtimeFrameAccess: FrameAccessTable<ClientFrame> = {
  // The connection itself checks the tokens in `hello` and `token`.
  hello: free,
  token: free,
  ping: free,
  unsubscribe: free,
  subscribe: reading,
  subscribe_self: reading,
  publish: ({ kind }) => (kind === 'presence' || kind === 'typing' ? present : changing),
};
