import { request as forward } from 'node:http';
import type { Serve } from './embed.ts';

export function startPlainProxy(
  serve: Serve,
  target: string,
  dropped: readonly string[] = [],
  added: Readonly<Record<string, string>> = {},
): Promise<string> {
  return serve((request, response) => {
    const { upgrade: _, connection: __, ...headers } = request.headers;
    const { method = 'GET', url = '/' } = request;
    const sent = forward(new URL(url, target), { method, headers }, (answer) => {
      const rest = Object.entries(answer.headers).filter(([name]) => !dropped.includes(name));
      response.writeHead(answer.statusCode ?? 502, { ...Object.fromEntries(rest), ...added });
      answer.pipe(response);
    });
    sent.on('error', () => response.destroy());
    request.pipe(sent);
  }, '127.0.0.1');
}
