import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { type CallClass, runAs } from '../call-class.ts';
import { forwardedAddress } from './address.ts';
import { classOfCall } from './call-classes.ts';
import { discardRest } from './discard.ts';
import { newRequestId } from './logging.ts';
import type { Metrics } from './metrics.ts';
import type { CountRefusal } from './refusal-log.ts';
import { createTurnBudget, type TurnBudget } from './turn-budget.ts';
import type { App } from './types.ts';

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
 * comes after that in the same turn is refused before anything of it is looked at but its path, unless it is of a class, or
 * from an address, of which next to nothing was taken in this turn. That needs no sampling, begins with the first turn that
 * is too long, and ends with it.
 *
 * Refusals are paced. Who calls again as soon as it is refused would otherwise be refused ten thousand times a second,
 * which takes the process: what was accepted fell to a fifth of the capacity so, and stays near it when a refusal waits.
 */
export function refuseOverload(
  app: App,
  { metrics, countRefusal, hops }: { metrics: Metrics; countRefusal: CountRefusal; hops: number },
): OverloadGuard {
  const refused = metrics.counter(
    'http_requests_refused_total',
    'Calls refused unread for want of capacity.',
    ['class'],
  );
  const pace = createRefusalPacer();
  const budget = createTurnBudget();
  const count = (callClass: CallClass) => {
    refused.inc({ class: callClass });
    countRefusal('calls arrive faster than they can be answered');
  };
  const refuse = (request: IncomingMessage, response: ServerResponse, callClass: CallClass) => {
    count(callClass);
    pace(() => answerBusy(request, response));
  };
  // In place of Fastify's own: routing, hooks and a line in the log cost several times what this does.
  const handlers = app.server.listeners('request') as RequestListener[];
  app.server.removeAllListeners('request');
  for (const handle of handlers) app.server.on('request', limitCalls(handle, { refuse, budget, hops }));
  // A body is read in the context of its connection, and not of its call: what comes after it is put back there.
  app.addHook('preValidation', (request, _reply, done) => runAs(classOfCall(request.raw), done));
  return {
    takesSocket: (address) => budget('sockets', address),
    refuseSocket(refuse) {
      count('sockets');
      pace(refuse);
    },
  };
}

/** Applies the same to connections that are to become WebSockets. */
export interface OverloadGuard {
  /** Whether one more is taken in this turn. */
  takesSocket(address: string): boolean;
  /** Counts a refusal, and runs it when it is its turn. */
  refuseSocket(refuse: () => void): void;
}

/** Hands calls on to `handle`, as work of their class, and those that the budget does not take to `refuse`. */
export function limitCalls(
  handle: RequestListener,
  {
    refuse,
    budget,
    hops,
  }: {
    refuse: (request: IncomingMessage, response: ServerResponse, callClass: CallClass) => void;
    budget: TurnBudget;
    hops: number;
  },
): RequestListener {
  return (request, response) => {
    const callClass = classOfCall(request);
    if (isExempt(request) || budget(callClass, addressOf(request, hops)))
      runAs(callClass, () => handle(request, response));
    else refuse(request, response, callClass);
  };
}

/** Without a proxy there is nothing to take apart. */
function addressOf(request: IncomingMessage, hops: number): string {
  return hops === 0 ? (request.socket.remoteAddress ?? '') : forwardedAddress(request, hops);
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
