import type { FastifyRequest } from 'fastify';
import { isTracing, type OpenSpan, openSpan } from '../tracing/index.ts';
import { isOperatorPath } from './operator-paths.ts';
import type { App } from './types.ts';

const SPAN = Symbol('span of the call');

type WithSpan = FastifyRequest & { [SPAN]?: OpenSpan };

/** Spans omit URL and headers, which may contain tokens. */
export function traceRequests(app: App): void {
  if (!isTracing()) return;
  app.addHook('onRequest', (request: WithSpan, _reply, done) => {
    if (isOperatorPath(request.url)) return done();
    const route = request.is404 ? undefined : request.routeOptions.url;
    const { traceparent } = request.headers;
    const span = openSpan(route === undefined ? request.method : `${request.method} ${route}`, {
      kind: 'server',
      attributes: {
        'http.request.method': request.method,
        ...(route === undefined ? {} : { 'http.route': route }),
        'ringbinder.request_id': request.id,
      },
      parent: typeof traceparent === 'string' ? traceparent : undefined,
    });
    if (!span) return done();
    request[SPAN] = span;
    span.run(done);
  });
  // The context is lost while the body is parsed.
  app.addHook('preValidation', (request: WithSpan, _reply, done) => {
    const span = request[SPAN];
    if (span) span.run(done);
    else done();
  });
  app.addHook('onRequestAbort', (request: WithSpan, done) => {
    request[SPAN]?.set({ 'error.type': 'aborted' });
    request[SPAN]?.end();
    done();
  });
  app.addHook('onResponse', (request: WithSpan, reply, done) => {
    const span = request[SPAN];
    span?.set({ 'http.response.status_code': reply.statusCode });
    if (reply.statusCode >= 500) span?.fail();
    span?.end();
    done();
  });
}
