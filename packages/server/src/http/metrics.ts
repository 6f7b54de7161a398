import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { App } from './types.ts';

export interface Metrics {
  registry: Registry;
  gauge(name: string, help: string, labels: string[], read: () => GaugeValue[] | Promise<GaugeValue[]>): void;
  counter<Label extends string>(name: string, help: string, labels: Label[]): Counter<Label>;
}

export interface GaugeValue {
  labels: Record<string, string>;
  value: number;
}

const TIMEOUT_MS = 2_000;

export async function withTimeout<T>(work: Promise<T>): Promise<T> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new Error('no response within 2 s')), TIMEOUT_MS);
  try {
    return await Promise.race([work, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}

export function singleFlight<T>(read: () => Promise<T>): () => Promise<T> {
  let reading: Promise<T> | undefined;
  return () => {
    reading ??= read().finally(() => {
      reading = undefined;
    });
    return reading;
  };
}

export function createMetrics(): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  return {
    registry,
    gauge(name, help, labelNames, read) {
      new Gauge({
        name,
        help,
        labelNames,
        registers: [registry],
        async collect() {
          const values = await withTimeout(Promise.resolve().then(read)).catch(() => []);
          this.reset();
          // prom-client would report 0 for a gauge without labels.
          if (labelNames.length === 0) this.remove();
          for (const { labels, value } of values) this.set(labels, value);
        },
      });
    },
    counter: (name, help, labelNames) => new Counter({ name, help, labelNames, registers: [registry] }),
  };
}

export function serveMetrics(app: App, metrics: Metrics): void {
  const durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from the request line to the end of the answer.',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
    registers: [metrics.registry],
  });
  app.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'none';
    durations.labels(request.method, route, String(reply.statusCode)).observe(reply.elapsedTime / 1000);
    done();
  });
  app.get('/metrics', { config: { auth: 'none' } }, async (_request, reply) => {
    reply.type(metrics.registry.contentType);
    return metrics.registry.metrics();
  });
}
