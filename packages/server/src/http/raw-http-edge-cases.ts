import type { Socket } from 'node:net';
import { because, invalid } from '../errors.ts';
import { answerSocket } from './malformed.ts';
import type { App } from './types.ts';

/** Node's option `requireHostHeader` must be off. */
export function answerUnusualRequests(app: App): void {
  app.addHook('onRequest', async ({ raw }) => {
    if (raw.headers.host === undefined && raw.httpVersion === '1.1')
      throw invalid('Host', because('required'));
    const encoding = raw.headers['content-encoding'];
    if (encoding && encoding.toLowerCase() !== 'identity' && raw.method !== 'GET')
      throw invalid('Content-Encoding', `must not be ${encoding.slice(0, 20)}: send the body as it is`);
  });
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response));
  app.server.on('connect', (_request, socket: Socket) => {
    // Node removes its listeners. Without these two, an error would end the process, and the connection could
    // stay open.
    socket.on('error', () => socket.destroy());
    socket.once('finish', () => socket.destroy());
    answerSocket(app, socket, invalid('', 'there is no endpoint for the method CONNECT'));
  });
}
