import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

export interface RawRequest {
  socket: Socket;
  send(bytes: Buffer | string): Promise<void>;
  /** Throws if the connection ends before the response. */
  // biome-ignore lint/suspicious/noExplicitAny: as in Answer of the testkit.
  answer(): Promise<{ status: number; head: string; body: any }>;
}

export async function rawRequest(
  origin: string,
  line: string,
  headers: Record<string, string>,
): Promise<RawRequest> {
  const { hostname, port } = new URL(origin);
  const socket = connect(Number(port), hostname);
  await once(socket, 'connect');
  let received = '';
  socket.setEncoding('utf8').on('data', (text: string) => {
    received += text;
  });
  socket.on('error', () => {});
  const send = (bytes: Buffer | string) =>
    new Promise<void>((resolve, reject) =>
      socket.write(bytes, (error) => (error ? reject(error) : resolve())),
    );
  const head = Object.entries({ Host: 'test', ...headers }).map(([name, value]) => `${name}: ${value}`);
  await send(`${[line, ...head].join('\r\n')}\r\n\r\n`);
  return {
    socket,
    send,
    async answer() {
      for (;;) {
        const complete = readAnswer(received);
        if (complete) {
          received = complete.rest;
          return complete;
        }
        if (socket.closed)
          throw new Error(`the connection ended without an answer, after ${JSON.stringify(received)}`);
        await Promise.race([once(socket, 'data'), once(socket, 'close')]);
      }
    },
  };
}

function readAnswer(text: string) {
  const end = text.indexOf('\r\n\r\n');
  if (end === -1) return null;
  const head = text.slice(0, end);
  const length = Number(/^content-length: (\d+)/im.exec(head)?.[1] ?? 0);
  const body = Buffer.from(text.slice(end + 4));
  if (body.length < length) return null;
  return {
    status: Number(head.split(' ')[1]),
    head,
    body: length === 0 ? undefined : JSON.parse(body.toString('utf8', 0, length)),
    rest: body.toString('utf8', length),
  };
}
