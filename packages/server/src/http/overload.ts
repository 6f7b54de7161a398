import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { discardRest } from './discard.ts';
import { newRequestId } from './logging.ts';
import type { Metrics } from './metrics.ts';
import type { CountRefusal } from './refusal-log.ts';
import type { App } from './types.ts';

/** How long calls are taken in one turn of the event loop. Accepted ones need a few turns, and are to stay below 1 s. */
const TURN_BUDGET_MS = 50;
/** A turn that is long with fewer calls is a slow one, and not one of too many. */
const MIN_CALLS_IN_TURN = 200;
const RETRY_SECONDS = '1';
/** Refusals are sent this often, and so many at a time: 2,000 a second cost less than a tenth of a core. */
const REFUSE_INTERVAL_MS = 20;
const MAX_REFUSALS_AT_ONCE = 40;
/** A refusal waits no longer than this. */
const MAX_REFUSAL_DELAY_MS = 1_000;
/** So many refusals wait at the most; more are sent at once. */
const MAX_WAITING_REFUSALS = 10_000;
/** What those ask who decide whether the process is alive and gets calls. */
const EXEMPT = new Set(['/healthz', '/readyz', '/metrics']);
/** A body up to this size has come with its head, or comes at once; Node reads and forgets it after the answer. */
const SMALL_BODY_BYTES = 65_536;

const MESSAGE = 'the server has too much to do, try again';

/**
 * Refuses calls with 503 while there are more than the process can answer. Calls that have arrived are read in one turn
 * of the event loop, however many they are; without a bound a turn at three times the capacity took 15 seconds, in
 * which nothing was answered and no connection accepted. So each turn takes calls for a twentieth of a second, and what
 * comes after that in the same turn is refused before anything of it is looked at but its path. That needs no sampling,
 * begins with the first turn that is too long, and ends with it.
 *
 * Refusals are paced. Who calls again as soon as it is refused would otherwise be refused ten thousand times a second,
 * which takes the process: what was accepted fell to a fifth of the capacity so, and stays near it when a refusal waits.
 */
export function refuseOverload(app: App, metrics: Metrics, countRefusal: CountRefusal): void {
  const refused = metrics.counter(
    'http_requests_refused_total',
    'Calls refused unread for want of capacity.',
    [],
  );
  const pace = createRefusalPacer();
  const refuse = (request: IncomingMessage, response: ServerResponse) => {
    refused.inc();
    countRefusal('calls arrive faster than they can be answered');
    pace(() => answerBusy(request, response));
  };
  // In place of Fastify's own: routing, hooks and a line in the log cost several times what this does.
  const handlers = app.server.listeners('request') as RequestListener[];
  app.server.removeAllListeners('request');
  for (const handle of handlers) app.server.on('request', limitCallsPerTurn(handle, refuse));
}

/** Hands calls on to `handle`, and in a turn that has taken too long to `refuse`. */
export function limitCallsPerTurn(handle: RequestListener, refuse: RequestListener): RequestListener {
  let begun = 0;
  let calls = 0;
  const endTurn = () => {
    calls = 0;
  };
  return (request, response) => {
    if (calls === 0) {
      begun = performance.now();
      setImmediate(endTurn);
    }
    calls++;
    if (calls > MIN_CALLS_IN_TURN && performance.now() - begun > TURN_BUDGET_MS && !isExempt(request))
      refuse(request, response);
    else handle(request, response);
  };
}

/** Makes a function that runs what it is given, in order: so many at a time, but none too late. */
export function createRefusalPacer(): (refuse: () => void) => void {
  const waiting: { refuse: () => void; since: number }[] = [];
  let timer: NodeJS.Timeout | undefined;
  const sendDue = () => {
    const tooLate = performance.now() - MAX_REFUSAL_DELAY_MS;
    const late = waiting.findIndex(({ since }) => since > tooLate);
    const count = Math.max(MAX_REFUSALS_AT_ONCE, late === -1 ? waiting.length : late);
    for (const { refuse } of waiting.splice(0, count)) refuse();
    if (waiting.length > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
  return (refuse) => {
    if (waiting.length >= MAX_WAITING_REFUSALS) return refuse();
    waiting.push({ refuse, since: performance.now() });
    timer ??= setInterval(sendDue, REFUSE_INTERVAL_MS);
  };
}

function isExempt({ url = '' }: IncomingMessage): boolean {
  return EXEMPT.has(url.split('?', 1)[0] ?? '');
}

/** 503 in the contract's form, without the application. */
function answerBusy(request: IncomingMessage, response: ServerResponse): void {
  if (response.destroyed) return;
  const id = newRequestId();
  const body = JSON.stringify({
    code: 'RESPONSE_ERROR_SERVICE_UNAVAILABLE',
    message: MESSAGE,
    request_id: id,
    // The form of a token error has this too (RFC 6749, section 5.2).
    ...(request.url?.includes('/oauth/') ? { error: 'temporarily_unavailable' } : {}),
  });
  response.writeHead(503, {
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(Buffer.byteLength(body)),
    'retry-after': RETRY_SECONDS,
    'x-request-id': id,
    'access-control-allow-origin': '*',
    'access-control-expose-headers': 'X-Request-Id, Retry-After',
  });
  const { 'content-length': length, 'transfer-encoding': encoding } = request.headers;
  if (encoding === undefined && Number(length ?? 0) <= SMALL_BODY_BYTES) response.end(body);
  else void discardRest(request).then(() => response.end(body));
}
