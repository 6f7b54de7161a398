import type { App } from './types.ts';

/** Something the service cannot work without. `check` rejects when it is away. */
export interface Dependency {
  name: string;
  /** Only a part of the service needs it: it is told of, and calls come as before. */
  isOptional?: boolean;
  check(): Promise<void>;
}

/** Who asks for readiness wants to know within a second: what has not answered by then counts as away. */
const CHECK_TIMEOUT_MS = 900;

/**
 * `/healthz`: the process answers. `/readyz`: everything it needs is there, else 503 with what is missing, so that a
 * load balancer sends its calls elsewhere.
 */
export function serveHealth(app: App, dependencies: Dependency[]): void {
  app.get('/healthz', { config: { auth: 'none' } }, async () => ({ status: 'ok' }));
  app.get('/readyz', { config: { auth: 'none' } }, async (_request, reply) => {
    const found = await Promise.all(dependencies.map(async (each) => ({ each, state: await stateOf(each) })));
    const states = found.map(({ each, state }) => [each.name, state]);
    const ready = found.every(({ each, state }) => each.isOptional || state === 'ok');
    if (!ready) reply.code(503).header('retry-after', 1);
    return { status: ready ? 'ok' : 'unavailable', checks: Object.fromEntries(states) };
  });
}

async function stateOf({ check }: Dependency): Promise<'ok' | 'unavailable'> {
  const { promise: late, resolve } = Promise.withResolvers<'unavailable'>();
  const timer = setTimeout(() => resolve('unavailable'), CHECK_TIMEOUT_MS);
  const state = check().then(
    () => 'ok' as const,
    () => 'unavailable' as const,
  );
  return Promise.race([state, late]).finally(() => clearTimeout(timer));
}
