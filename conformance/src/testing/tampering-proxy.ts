import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { type RawData, WebSocket, WebSocketServer } from 'ws';

export interface PassingAnswer {
  method: string;
  path: string;
  status: number;
  headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: tests change arbitrary fields.
  json: any;
}

export interface Tampering {
  request?: (headers: Headers) => unknown;
  answer?: (answer: PassingAnswer) => unknown;
  /** Returns the changed frame, or undefined to drop it. */
  // biome-ignore lint/suspicious/noExplicitAny: tests change arbitrary fields.
  frame?: (frame: any) => unknown;
}

export interface TamperingProxy {
  origin: string;
  spoiling: Tampering;
  close(): Promise<void>;
}

const HOP_BY_HOP = ['host', 'connection', 'content-length', 'transfer-encoding', 'keep-alive'];

export async function startTamperingProxy(target: string): Promise<TamperingProxy> {
  const server = createServer(async (request, response) => {
    const { method = 'GET', url = '/' } = request;
    const body = await buffer(request);
    const headers = passedOn(request.headers);
    proxy.spoiling.request?.(headers);
    const hasBody = method !== 'GET' && method !== 'HEAD';
    const answer = await fetch(target + url, { method, headers, ...(hasBody ? { body } : {}) });
    const bytes = Buffer.from(await answer.arrayBuffer());
    const isJson = answer.headers.get('content-type')?.startsWith('application/json');
    const passing: PassingAnswer = {
      method,
      path: url,
      status: answer.status,
      headers: new Headers(answer.headers),
      json: isJson ? JSON.parse(bytes.toString()) : undefined,
    };
    proxy.spoiling.answer?.(passing);
    const length = answer.headers.get('content-length');
    for (const name of HOP_BY_HOP) passing.headers.delete(name);
    // A HEAD response contains the length of the GET response.
    if (method === 'HEAD' && length) passing.headers.set('content-length', length);
    passing.headers.delete('content-encoding');
    response.writeHead(passing.status, Object.fromEntries(passing.headers));
    response.end(passing.json === undefined ? bytes : JSON.stringify(passing.json));
  });
  const sockets = new WebSocketServer({ noServer: true });
  server.on('upgrade', (request, socket, head) =>
    sockets.handleUpgrade(request, socket, head, (client) =>
      passFrames(client, `${target.replace('http', 'ws')}${request.url}`, () => proxy.spoiling),
    ),
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const proxy: TamperingProxy = {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spoiling: {},
    close: () =>
      new Promise((resolve) => {
        for (const client of sockets.clients) client.terminate();
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return proxy;
}

function passFrames(client: WebSocket, address: string, spoiling: () => Tampering): void {
  const server = new WebSocket(address);
  const early: { data: RawData; isBinary: boolean }[] = [];
  client.on('message', (data, isBinary) => {
    if (server.readyState === server.OPEN) server.send(data, { binary: isBinary });
    else early.push({ data, isBinary });
  });
  server.on('open', () => {
    for (const { data, isBinary } of early) server.send(data, { binary: isBinary });
  });
  server.on('message', (data) => {
    const frame = JSON.parse(String(data));
    const passed = spoiling().frame ? spoiling().frame?.(frame) : frame;
    if (passed !== undefined) client.send(JSON.stringify(passed));
  });
  server.on('close', (code, reason) => (code === 1006 ? client.terminate() : client.close(code, reason)));
  client.on('close', () => server.terminate());
  for (const socket of [client, server]) socket.on('error', () => undefined);
}

function passedOn(headers: IncomingHttpHeaders): Headers {
  const passed = new Headers();
  for (const [name, value] of Object.entries(headers))
    if (typeof value === 'string' && !HOP_BY_HOP.includes(name)) passed.set(name, value);
  return passed;
}
