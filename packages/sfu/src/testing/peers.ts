import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { MeetEngine } from '../engine.ts';
import type { EngineCommand, EngineEvent, MeetParticipant } from '../messages.ts';

const ENTRY = fileURLToPath(new URL('./peers-process.ts', import.meta.url));

export type PeersInput =
  | ({ type: 'publish'; connection: string; id: number } & MeetParticipant)
  | { type: 'heard'; event: EngineEvent };
export type PeersOutput = { command: EngineCommand } | { sent: number; received: number };

export interface Peers {
  publish(place: MeetParticipant, connection: string): void;
  readonly counts: { sent: number; received: number };
  close(): void;
}

export function startPeers(engine: MeetEngine): Peers {
  const child = fork(ENTRY, { serialization: 'advanced', stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  let counts = { sent: 0, received: 0 };
  let nextId = 1;
  child.on('message', (output: PeersOutput) => {
    if ('received' in output) counts = output;
    else engine.send(output.command);
  });
  const post = (input: PeersInput) => child.connected && child.send(input);
  const unlisten = engine.onEvent((event) => post({ type: 'heard', event }));
  return {
    publish: (place, connection) => post({ type: 'publish', ...place, connection, id: nextId++ }),
    get counts() {
      return counts;
    },
    close() {
      unlisten();
      child.kill('SIGKILL');
    },
  };
}
