import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { BotEvent } from '@ringbinder/protocol';

export interface Received {
  headers: IncomingHttpHeaders;
  body: string;
  event: BotEvent;
  sequence: number;
}

export interface Receiver {
  url: string;
  all: Received[];
  received: Received[];
  answer: (received: Received, response: ServerResponse) => number | undefined | Promise<number | undefined>;
  close(): Promise<void>;
}

export async function startReceiver(): Promise<Receiver> {
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks).toString();
    const sequence = Number(request.headers['ringbinder-sequence']);
    const received = { headers: request.headers, body, event: JSON.parse(body) as BotEvent, sequence };
    receiver.all.push(received);
    const status = await receiver.answer(received, response);
    if (status === undefined) return;
    if (status < 300) receiver.received.push(received);
    response.writeHead(status).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const receiver: Receiver = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    all: [],
    received: [],
    answer: () => 204,
    close() {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
  return receiver;
}
