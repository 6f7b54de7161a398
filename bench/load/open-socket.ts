import { openRawSocket, type RawSocket } from '../sockets/raw-socket.ts';
import type { Outcome } from './flood.ts';
import { outcomeOf, retryAfterOf } from './http-connection.ts';

export function openSocket(
  server: { port: number; path: string },
  frames: readonly object[],
): Promise<Outcome> {
  return new Promise((resolve) => {
    let left = frames.length;
    let socket: RawSocket | undefined;
    const end = (outcome: Outcome) => {
      socket?.end();
      resolve(outcome);
    };
    openRawSocket(
      server,
      ({ head }) => {
        if (head.startsWith('{"type":"refused"')) end('refused');
        else if (/^\{"type":"(welcome|subscribed|snapshot|entries)/.test(head) && --left === 0)
          end('accepted');
      },
      () => end('failed'),
    ).then(
      (opened) => {
        socket = opened;
        for (const frame of frames) opened.send(frame);
      },
      ({ message }: Error) =>
        resolve(outcomeOf(Number(/HTTP\/1\.1 (\d+)/.exec(message)?.[1]), retryAfterOf(message))),
    );
  });
}
