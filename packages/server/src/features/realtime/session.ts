import type { Actor } from '../../access/index.ts';
import type { SocketWriter } from './socket-writer.ts';

/** A connection whose caller is known, as the parts of it see one another. */
export interface Session {
  readonly id: string;
  readonly actor: Actor;
  readonly user: { id: string; name: string };
  readonly socket: SocketWriter;
}
