import type { IncomingMessage } from 'node:http';

/** How long a sender may go on sending what nobody reads. */
const LINGER_MS = 30_000;

/**
 * Reads and forgets the rest of a request that is refused before its end. Many clients read no answer before they have
 * sent everything; to hang up on them would lose the answer, and to stop reading would block them for ever. Resolves
 * when the answer may go out: at once, but at the end of the request where the connection closes with the answer.
 */
export async function discardRest(request: IncomingMessage): Promise<void> {
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
