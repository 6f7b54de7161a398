import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import {
  type CallClass,
  type CallContext,
  type CallSlot,
  runAs,
  runInContext,
} from '../limits/call-class.ts';
import { forwardedAddress } from './address.ts';
import { type AdmissionQueue, createAdmissionQueue, type QueuedCall } from './admission-queue.ts';
import { classOfCall } from './call-classes.ts';
import type { Metrics } from './metrics.ts';
import type { CountRefusal } from './refusal-log.ts';
import { answerServiceUnavailable, type RenderedPage } from './service-unavailable.ts';
import type { App } from './types.ts';

/** Refusals are sent this often, and so many at a time: 2,000 a second cost less than a tenth of a core. */
const REFUSE_INTERVAL_MS = 20;
const MAX_REFUSALS_AT_ONCE = 40;
/** A refusal waits no longer than this. */
const MAX_REFUSAL_DELAY_MS = 1_000;
/** So many refusals wait at the most; more are sent at once. */
const MAX_WAITING_REFUSALS = 10_000;
/** What those ask who decide whether the process is alive and gets calls. */
const EXEMPT = new Set(['/healthz', '/readyz', '/metrics']);

/**
 * Lets as many calls of each class be under way as are done in a fifth of a second, and the others wait for their turn
 * (`admission-queue.ts`), unread but for their head; whoever has waited for 300 ms is 503, but in a burst. Without it calls are taken as fast as
 * they come, and wait where they cannot be refused any more: at two and five times the capacity the p99 of the accepted was 4
 * to 6 s, nearly all of it in the queue for a connection of the database and behind those who post to the same binder.
 *
 * Refusals are paced. Who calls again as soon as it is refused would otherwise be refused ten thousand times a second,
 * which takes the process: what was accepted fell to a fifth of the capacity so, and stays near it when a refusal waits.
 */
export function refuseOverload(
  app: App,
  {
    metrics,
    countRefusal,
    hops,
    page,
  }: { metrics: Metrics; countRefusal: CountRefusal; hops: number; page: RenderedPage },
): OverloadGuard {
  const refused = metrics.counter(
    'http_requests_refused_total',
    'Calls refused unread for want of capacity.',
    ['class'],
  );
  const pace = createRefusalPacer();
  const queue = createAdmissionQueue();
  measureQueue(metrics, queue);
  const count = (callClass: CallClass) => {
    refused.inc({ class: callClass });
    countRefusal('calls arrive faster than they can be answered');
  };
  const refuse = (request: IncomingMessage, response: ServerResponse, callClass: CallClass) => {
    count(callClass);
    pace(() => answerServiceUnavailable(request, response, page));
  };
  // In place of Fastify's own: routing, hooks and a line in the log cost several times what this does.
  const handlers = app.server.listeners('request') as RequestListener[];
  app.server.removeAllListeners('request');
  for (const handle of handlers) app.server.on('request', limitCalls(handle, { refuse, queue, hops }));
  // A body is read in the context of its connection, and not of its call: what comes after it is put back there.
  app.addHook('preValidation', ({ raw }, _reply, done) => {
    const context = contextOf(raw);
    if (!context) return runAs(classOfCall(raw), done);
    runInContext(context, done);
  });
  // What is left is to send it, as fast as the caller reads.
  app.addHook('onSend', ({ raw }, _reply, _payload, done) => {
    contextOf(raw)?.slot?.end();
    done();
  });
  return {
    admitSocket(address, { begin, refuse, isGone }) {
      const refuseInTurn = () => {
        count('sockets');
        pace(refuse);
      };
      queue.arrive('sockets', address, {
        begin: (slot) => runInContext({ callClass: 'sockets', slot }, () => begin(slot)),
        refuse: refuseInTurn,
        isGone,
      });
    },
  };
}

/** Applies the same to connections that are to become WebSockets. */
export interface OverloadGuard {
  /** Begins one, or refuses it, when it is its turn. */
  admitSocket(address: string, arrival: QueuedCall): void;
}

/** Hands calls on to `handle` when it is their turn, as work of their class, or to `refuse`. */
export function limitCalls(
  handle: RequestListener,
  {
    refuse,
    queue,
    hops,
  }: {
    refuse: (request: IncomingMessage, response: ServerResponse, callClass: CallClass) => void;
    queue: AdmissionQueue;
    hops: number;
  },
): RequestListener {
  return (request, response) => {
    const callClass = classOfCall(request);
    if (isExempt(request)) {
      runAs(callClass, () => handle(request, response));
      return;
    }
    queue.arrive(callClass, addressOf(request, hops), {
      begin(slot) {
        const context = { callClass, slot };
        (request as WithContext)[CONTEXT] = context;
        response.once('close', slot.end);
        pauseForBody(request, slot);
        runInContext(context, () => handle(request, response));
      },
      refuse: () => refuse(request, response, callClass),
      isGone: () => response.destroyed,
    });
  };
}

const CONTEXT = Symbol('context of the call');

/** A request that knows what it is counted as. */
type WithContext = IncomingMessage & { [CONTEXT]?: CallContext };

function contextOf(request: WithContext): CallContext | undefined {
  return request[CONTEXT];
}

/** A body that has not come by then comes slowly. */
const BODY_MS = 100;

/** Who sends slowly must not keep the places of others: the call does not count until all of it has come. */
function pauseForBody(request: IncomingMessage, slot: CallSlot): void {
  const { 'content-length': length, 'transfer-encoding': encoding } = request.headers;
  if (encoding === undefined && (length === undefined || length === '0')) return;
  const timer = setTimeout(() => {
    if (!request.complete) slot.pause();
  }, BODY_MS);
  request.once('close', () => clearTimeout(timer));
  request.once('end', slot.resume);
}

function measureQueue(metrics: Metrics, queue: AdmissionQueue): void {
  const gauge = (name: string, help: string, figure: 'limit' | 'underWay' | 'waiting') =>
    metrics.gauge(name, help, ['class'], () =>
      queue.usage().map((usage) => ({ labels: { class: usage.callClass }, value: usage[figure] })),
    );
  gauge('http_calls_limit', 'How many calls may be under way at once.', 'limit');
  gauge('http_calls_under_way', 'Calls under way.', 'underWay');
  gauge('http_calls_waiting', 'Calls that wait for their turn.', 'waiting');
}

/** Without a proxy there is nothing to take apart. */
function addressOf(request: IncomingMessage, hops: number): string {
  return hops === 0 ? (request.socket.remoteAddress ?? '') : forwardedAddress(request, hops);
}

/** Makes a function that runs what it is given, in order: so many at a time, but none too late. */
export function createRefusalPacer(): (refuse: () => void) => void {
  const waiting: { refuse: () => void; since: number }[] = [];
  let timer: NodeJS.Timeout | undefined;
  let sentAt = 0;
  const sendDue = () => {
    const now = performance.now();
    const tooLate = now - MAX_REFUSAL_DELAY_MS;
    const late = waiting.findIndex(({ since }) => since > tooLate);
    // A timer of a busy process is late.
    const due = Math.max(1, (now - sentAt) / REFUSE_INTERVAL_MS) * MAX_REFUSALS_AT_ONCE;
    const count = Math.max(Math.floor(due), late === -1 ? waiting.length : late);
    sentAt = now;
    for (const { refuse } of waiting.splice(0, count)) refuse();
    if (waiting.length > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
  return (refuse) => {
    if (waiting.length >= MAX_WAITING_REFUSALS) return refuse();
    const now = performance.now();
    waiting.push({ refuse, since: now });
    if (timer) return;
    sentAt = now;
    timer = setInterval(sendDue, REFUSE_INTERVAL_MS);
  };
}

function isExempt({ url = '' }: IncomingMessage): boolean {
  return EXEMPT.has(url.split('?', 1)[0] ?? '');
}
