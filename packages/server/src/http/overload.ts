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

/** A refusal waits for a random part of this, because callers that call again at once would take up the process. */
const MAX_REFUSAL_DELAY_MS = 1_000;
/** What those ask who decide whether the process is alive and gets calls. */
const EXEMPT = new Set(['/healthz', '/readyz', '/metrics']);

/**
 * Queues calls by class and refuses those that wait too long with a 503 (`admission-queue.ts`). The server reads only the
 * head of a call before its turn.
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
  const queue = createAdmissionQueue();
  measureQueue(metrics, queue);
  const refuseLater = (callClass: CallClass, refuse: () => void) => {
    refused.inc({ class: callClass });
    countRefusal('calls arrive faster than they can be answered');
    setTimeout(refuse, Math.random() * MAX_REFUSAL_DELAY_MS);
  };
  const refuse = (request: IncomingMessage, response: ServerResponse, callClass: CallClass) =>
    refuseLater(callClass, () => answerServiceUnavailable(request, response, page));
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
      queue.arrive('sockets', address, {
        begin: (slot) => runInContext({ callClass: 'sockets', slot }, () => begin(slot)),
        refuse: () => refuseLater('sockets', refuse),
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

function isExempt({ url = '' }: IncomingMessage): boolean {
  return EXEMPT.has(url.split('?', 1)[0] ?? '');
}
