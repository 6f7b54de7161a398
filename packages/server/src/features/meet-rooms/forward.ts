import { randomBytes, timingSafeEqual } from 'node:crypto';
import { type IncomingMessage, request as send } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Environment } from '../../environment/environment.ts';
import { addressKey } from '../../http/index.ts';

const HEADER = 'x-ringbinder-meet-forward';
/** Longer than the difference between the clocks of two machines. */
const TICKET_MS = 30_000;
const CONNECT_MS = 5_000;

export interface ConnectionForwarder {
  /** Undefined without a valid ticket. */
  readCallerAddress(request: IncomingMessage, sessionKey: string): string | undefined;
  /** Rejects if the other process does not accept the connection. Nothing was then written to the socket. */
  forward(
    to: string,
    connection: {
      request: IncomingMessage;
      socket: Duplex;
      head: Buffer;
      address: string;
      sessionKey: string;
    },
  ): Promise<void>;
}

/** Each ticket is valid only once, for one meet and one caller. */
export function createForwarder({
  secrets,
  clock,
}: Pick<Environment, 'secrets' | 'clock'>): ConnectionForwarder {
  const used = new Map<string, number>();
  const sign = (content: string, sessionKey: string) => secrets.sign(`meet forward ${sessionKey} ${content}`);

  function isUnused(content: string, now: number): boolean {
    for (const [other, at] of used) if (now - at > 2 * TICKET_MS) used.delete(other);
    if (used.has(content)) return false;
    used.set(content, now);
    return true;
  }

  return {
    readCallerAddress(request, sessionKey) {
      const [, content = '', time = '', address = '', signature = ''] =
        /^((\d{13,15})\.[\w-]{16}\.([\w-]{0,90}))\.([\w-]{43})$/.exec(
          String(request.headers[HEADER] ?? ''),
        ) ?? [];
      const [provided, expected] = [Buffer.from(signature), Buffer.from(sign(content, sessionKey))];
      const now = clock.now();
      const isOurs = provided.length === expected.length && timingSafeEqual(provided, expected);
      if (!isOurs || Math.abs(now - Number(time)) > TICKET_MS || !isUnused(content, now)) return undefined;
      return Buffer.from(address, 'base64url').toString();
    },
    forward(to, { request, socket, head, address, sessionKey }) {
      const caller = Buffer.from(addressKey(address)).toString('base64url');
      const content = `${clock.now()}.${randomBytes(12).toString('base64url')}.${caller}`;
      const headers = { ...request.headers, [HEADER]: `${content}.${sign(content, sessionKey)}` };
      return new Promise((resolve, reject) => {
        const onward = send(new URL(request.url ?? '/', to), { headers, timeout: CONNECT_MS });
        onward.on('timeout', () => onward.destroy(new Error('the other process did not respond')));
        onward.on('error', reject);
        onward.on('response', (response) => {
          response.resume();
          reject(new Error(`the other process responded with ${response.statusCode}`));
        });
        onward.on('upgrade', (response, other, otherHead) => {
          const lines = response.rawHeaders.flatMap((name, index, all) =>
            index % 2 === 0 ? [`${name}: ${all[index + 1]}`] : [],
          );
          socket.write(`HTTP/1.1 101 Switching Protocols\r\n${lines.join('\r\n')}\r\n\r\n`);
          if (otherHead.length > 0) socket.write(otherHead);
          if (head.length > 0) other.write(head);
          join(socket, other);
          resolve();
        });
        onward.end();
      });
    },
  };
}

function join(one: Duplex, other: Duplex): void {
  one.pipe(other);
  other.pipe(one);
  for (const [side, opposite] of [
    [one, other],
    [other, one],
  ] as const) {
    side.on('error', () => opposite.destroy());
    side.on('close', () => opposite.destroy());
  }
}
