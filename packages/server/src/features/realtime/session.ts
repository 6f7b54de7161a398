import type { Actor } from '../../access/index.ts';
import type { SocketWriter } from './socket-writer.ts';

export interface Session {
  readonly id: string;
  readonly actor: Actor;
  readonly user: { id: string; name: string };
  readonly socket: SocketWriter;
}
