import type { Socket } from 'node:net';
import { invalid } from '../errors.ts';
import { answerSocket } from './malformed.ts';
import type { App } from './types.ts';

/**
 * Takes over what Node’s HTTP server would answer by itself, and not in the contract’s form: a request without Host
 * (`requireHostHeader` must be off), one with an `Expect` of its own, and CONNECT, which it would hang up on. Refuses
 * bodies that are compressed, which would be read as broken ones.
 */
export function answerUnusualRequests(app: App): void {
  app.addHook('onRequest', async ({ raw }) => {
    if (raw.headers.host === undefined && raw.httpVersion === '1.1') throw invalid('Host', 'is required');
    const encoding = raw.headers['content-encoding'];
    if (encoding && encoding.toLowerCase() !== 'identity' && raw.method !== 'GET')
      throw invalid('Content-Encoding', `must not be ${encoding.slice(0, 20)}: send the body as it is`);
  });
  // An expectation that is not understood may be ignored (RFC 9110, section 10.1.1).
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response));
  app.server.on('connect', (_request, socket: Socket) => {
    // Node takes its own listeners off such a connection. Without one for errors, a caller who hangs up would end the
    // process; and who does not hang up would keep the connection for ever.
    socket.on('error', () => socket.destroy());
    socket.once('finish', () => socket.destroy());
    const message = 'there is no endpoint for the method CONNECT';
    answerSocket(app, socket, { code: 'RESPONSE_ERROR_INVALID_REQUEST', message });
  });
}
