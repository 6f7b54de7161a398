import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import sharp from 'sharp';

/** How the other host answers. */
export type HostAnswer = (request: IncomingMessage, response: ServerResponse) => void;

/** A host elsewhere that has pictures. */
export interface OtherHost {
  origin: string;
  /** What it was asked. */
  asked: IncomingMessage[];
  /** A new address that is answered so. */
  at(answer: HostAnswer): string;
  close(): void;
}

/** Starts a host, at a private address as every test's. */
export async function startOtherHost(): Promise<OtherHost> {
  const answers = new Map<string, HostAnswer>();
  const asked: IncomingMessage[] = [];
  const server = createServer((request, response) => {
    asked.push(request);
    const answer = answers.get(request.url ?? '');
    if (answer) answer(request, response);
    else response.writeHead(404).end();
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    origin,
    asked,
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

/** Answers with these bytes. */
export function sends(bytes: Buffer | string, type = 'image/png'): HostAnswer {
  return (_request, response) => void response.writeHead(200, { 'content-type': type }).end(bytes);
}

/** A red picture that says who made it. */
export function makePng(width: number, height: number): Promise<Buffer> {
  const red = sharp({ create: { width, height, channels: 3, background: 'red' } });
  return red
    .png()
    .withExif({ IFD0: { Artist: 'Ada' } })
    .toBuffer();
}
