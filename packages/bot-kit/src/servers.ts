import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Answer, IncomingRequest } from './http.ts';

/** The largest event has 2 MiB. */
const MAX_BYTES = 4 * 1024 ** 2;

export type AnswerRequest = (request: IncomingRequest) => Promise<Answer>;

/** Serves `node:http`, and Express before any body parser. */
export function nodeListener(
  answer: AnswerRequest,
): (request: IncomingMessage, response: ServerResponse) => void {
  return async (request, response) => {
    const body = await readBody(request).catch(() => undefined);
    if (body === undefined) return void response.destroy();
    if (body === null) return void response.writeHead(413).end();
    const answered = await answer({
      method: request.method ?? '',
      url: request.url ?? '/',
      header: (name) => one(request.headers[name]),
      body,
    });
    response.writeHead(answered.status, answered.headers).end(answered.body);
  };
}

async function readBody(request: IncomingMessage): Promise<string | null> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  // Read the rest, because a client reads no response while it sends.
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes <= MAX_BYTES) chunks.push(chunk);
    else chunks.length = 0;
  }
  return bytes > MAX_BYTES ? null : Buffer.concat(chunks).toString('utf8');
}

export interface FastifyScope {
  removeAllContentTypeParsers(): void;
  addContentTypeParser(
    type: string,
    options: { parseAs: 'string'; bodyLimit: number },
    parser: (request: unknown, body: string, done: (error: null, body: string) => void) => void,
  ): unknown;
  route(options: {
    method: ('GET' | 'POST')[];
    url: string;
    handler(request: FastifyRequest, reply: FastifyReply): Promise<unknown>;
  }): unknown;
}

interface FastifyRequest {
  method: string;
  url: string;
  headers: Record<string, string | string[] | undefined>;
  body?: unknown;
}

interface FastifyReply {
  code(status: number): FastifyReply;
  headers(headers: Record<string, string>): FastifyReply;
  send(body: string): FastifyReply;
}

export function fastifyPlugin(answer: AnswerRequest): (scope: FastifyScope) => Promise<void> {
  return async (scope) => {
    // The signature covers the exact bytes, so nothing may parse them.
    scope.removeAllContentTypeParsers();
    const options = { parseAs: 'string', bodyLimit: MAX_BYTES } as const;
    scope.addContentTypeParser('*', options, (_request, body, done) => done(null, body));
    scope.route({
      method: ['GET', 'POST'],
      url: '/',
      async handler(request, reply) {
        const { status, headers, body } = await answer({
          method: request.method,
          url: request.url,
          header: (name) => one(request.headers[name]),
          body: typeof request.body === 'string' ? request.body : '',
        });
        return reply.code(status).headers(headers).send(body);
      },
    });
  };
}

function one(value: string | string[] | undefined): string | null {
  return (Array.isArray(value) ? value[0] : value) ?? null;
}
