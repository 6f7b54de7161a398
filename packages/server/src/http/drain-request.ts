import type { IncomingMessage } from 'node:http';

const LINGER_MS = 30_000;

/** Many clients send everything before they read the response. */
export async function drainRequest(request: IncomingMessage): Promise<void> {
  if (request.readableEnded || request.destroyed) return;
  const ended = new Promise<void>((resolve) => request.once('end', resolve).once('close', resolve));
  const cutOff = setTimeout(() => request.destroy(), LINGER_MS);
  cutOff.unref();
  void ended.then(() => clearTimeout(cutOff));
  request.unpipe();
  request.resume();
  const closesWithAnswer =
    request.httpVersion === '1.0' || /\bclose\b/i.test(request.headers.connection ?? '');
  if (closesWithAnswer) await ended;
}
