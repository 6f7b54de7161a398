import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import {
  type CallClass,
  type CallContext,
  type CallSlot,
  callClasses,
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

/** Immediate retries would occupy the process. */
const MAX_REFUSAL_DELAY_MS = 1_000;
const EXEMPT = new Set(['/healthz', '/readyz', '/metrics']);

export function refuseOverload(
  app: App,
  {
    metrics,
    countRefusal,
    hops,
    page,
  }: {
    metrics: Metrics;
    countRefusal: CountRefusal;
    hops: number;
    page: (acceptLanguage: string | undefined) => Promise<RenderedPage>;
  },
): OverloadGuard {
  const refused = metrics.counter(
    'http_requests_refused_total',
    'Calls refused unread for want of capacity.',
    ['class'],
  );
  for (const each of callClasses) refused.inc({ class: each }, 0);
  const queue = createAdmissionQueue();
  measureQueue(metrics, queue);
  const refuseLater = (callClass: CallClass, refuse: () => void) => {
    refused.inc({ class: callClass });
    countRefusal('calls arrive faster than they can be answered');
    setTimeout(refuse, Math.random() * MAX_REFUSAL_DELAY_MS);
  };
  const refuse = (request: IncomingMessage, response: ServerResponse, callClass: CallClass) =>
    refuseLater(callClass, () => void answerServiceUnavailable(request, response, page));
  // Fastify's hooks and logging cost several times more than a rejection here.
  const handlers = app.server.listeners('request') as RequestListener[];
  app.server.removeAllListeners('request');
  for (const handle of handlers) app.server.on('request', limitCalls(handle, { refuse, queue, hops }));
  // The context is lost while the body is parsed.
  app.addHook('preValidation', ({ raw }, _reply, done) => {
    const context = contextOf(raw);
    if (!context) return runAs(classOfCall(raw), done);
    runInContext(context, done);
  });
  app.addHook('onSend', ({ raw }, _reply, _payload, done) => {
    contextOf(raw)?.slot?.end();
    done();
  });
  return {
    admitSocket(address, { begin, refuse, isDisconnected }) {
      queue.arrive('sockets', address, {
        begin: (slot) => runInContext({ callClass: 'sockets', slot }, () => begin(slot)),
        refuse: () => refuseLater('sockets', refuse),
        isDisconnected,
      });
    },
  };
}

export interface OverloadGuard {
  admitSocket(address: string, arrival: QueuedCall): void;
}

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
      isDisconnected: () => response.destroyed,
    });
  };
}

const CONTEXT = Symbol('context of the call');

type WithContext = IncomingMessage & { [CONTEXT]?: CallContext };

function contextOf(request: WithContext): CallContext | undefined {
  return request[CONTEXT];
}

const BODY_MS = 100;

/** A slow sender must not occupy an admission slot. */
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
  const gauge = (name: string, help: string, figure: 'limit' | 'running' | 'waiting') =>
    metrics.gauge(name, help, ['class'], () =>
      queue.usage().map((usage) => ({ labels: { class: usage.callClass }, value: usage[figure] })),
    );
  gauge('http_calls_limit', 'How many calls may be under way at once.', 'limit');
  gauge('http_calls_under_way', 'Calls under way.', 'running');
  gauge('http_calls_waiting', 'Calls that wait for their turn.', 'waiting');
}

function addressOf(request: IncomingMessage, hops: number): string {
  return hops === 0 ? (request.socket.remoteAddress ?? '') : forwardedAddress(request, hops);
}

function isExempt({ url = '' }: IncomingMessage): boolean {
  return EXEMPT.has(url.split('?', 1)[0] ?? '');
}
