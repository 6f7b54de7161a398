import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import sharp from 'sharp';

export type HostAnswer = (request: IncomingMessage, response: ServerResponse) => void;

export interface OtherHost {
  origin: string;
  requests: IncomingMessage[];
  at(answer: HostAnswer): string;
  close(): void;
}

export async function startOtherHost(): Promise<OtherHost> {
  const answers = new Map<string, HostAnswer>();
  const requests: IncomingMessage[] = [];
  const server = createServer((request, response) => {
    requests.push(request);
    const answer = answers.get(request.url ?? '');
    if (answer) answer(request, response);
    else response.writeHead(404).end();
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    origin,
    requests,
    at(answer) {
      const path = `/${answers.size + 1}`;
      answers.set(path, answer);
      return origin + path;
    },
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

export function sends(bytes: Buffer | string, type = 'image/png'): HostAnswer {
  return (_request, response) => void response.writeHead(200, { 'content-type': type }).end(bytes);
}

export function makePng(width: number, height: number): Promise<Buffer> {
  const red = sharp({ create: { width, height, channels: 3, background: 'red' } });
  return red
    .png()
    .withExif({ IFD0: { Artist: 'Ada' } })
    .toBuffer();
}
