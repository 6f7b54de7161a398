import type { Metrics } from './metrics.ts';
import type { App } from './types.ts';

export interface Dependency {
  name: string;
  isOptional?: boolean;
  check(): Promise<void> | Promise<string>;
}

/** Load balancers wait one second for the response. */
const CHECK_TIMEOUT_MS = 900;

export function serveHealth(app: App, dependencies: Dependency[]): void {
  app.get('/healthz', { config: { auth: 'none' } }, async () => ({ status: 'ok' }));
  app.get('/readyz', { config: { auth: 'none' } }, async (_request, reply) => {
    const checked = await Promise.all(
      dependencies.map(async (each) => ({ each, state: await stateOf(each) })),
    );
    const states = checked.map(({ each, state }) => [each.name, state]);
    const ready = checked.every(({ each, state }) => each.isOptional || state === 'ok');
    if (!ready) reply.code(503).header('retry-after', 1);
    return { status: ready ? 'ok' : 'unavailable', checks: Object.fromEntries(states) };
  });
}

export function measureDependencies(metrics: Metrics, dependencies: readonly Dependency[]): void {
  metrics.gauge('dependency_up', 'Whether what `/readyz` checks is available: 1 or 0.', ['dependency'], () =>
    Promise.all(
      dependencies.map(async (each) => ({
        labels: { dependency: each.name },
        value: (await stateOf(each)) === 'ok' ? 1 : 0,
      })),
    ),
  );
}

async function stateOf({ check }: Dependency): Promise<string> {
  const { promise: late, resolve } = Promise.withResolvers<string>();
  const timer = setTimeout(() => resolve('unavailable'), CHECK_TIMEOUT_MS);
  const state = async () => (await check()) ?? 'ok';
  return Promise.race([state().catch(() => 'unavailable'), late]).finally(() => clearTimeout(timer));
}
