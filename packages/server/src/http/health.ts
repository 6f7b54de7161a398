import type { App } from './types.ts';

/** Something the service cannot work without. `check` rejects when it is away. */
export interface Dependency {
  name: string;
  check(): Promise<void>;
}

/**
 * `/healthz`: the process answers. `/readyz`: everything it needs is there, else 503 with what is missing, so that a
 * load balancer sends its calls elsewhere.
 */
export function serveHealth(app: App, dependencies: Dependency[]): void {
  app.get('/healthz', { config: { auth: 'none' } }, async () => ({ status: 'ok' }));
  app.get('/readyz', { config: { auth: 'none' } }, async (_request, reply) => {
    const states = await Promise.all(
      dependencies.map(
        async ({ name, check }) =>
          [
            name,
            await check().then(
              () => 'ok',
              () => 'unavailable',
            ),
          ] as const,
      ),
    );
    const ready = states.every(([, state]) => state === 'ok');
    if (!ready) reply.code(503).header('retry-after', 1);
    return { status: ready ? 'ok' : 'unavailable', checks: Object.fromEntries(states) };
  });
}
