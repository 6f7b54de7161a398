import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { App } from './types.ts';

export interface Metrics {
  registry: Registry;
  /** Adds a gauge. `read` runs at each scrape. */
  gauge(name: string, help: string, labels: string[], read: () => GaugeValue[] | Promise<GaugeValue[]>): void;
  counter<Label extends string>(name: string, help: string, labels: Label[]): Counter<Label>;
}

export interface GaugeValue {
  labels: Record<string, string>;
  value: number;
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
          const values = await read();
          // Removes label sets that are no longer present.
          this.reset();
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
