import type { Environment } from '../../environment/environment.ts';
import { type App, callerOf, idempotent, success } from '../../http/index.ts';
import type { Sandbox } from '../../sandbox/index.ts';
import { reset } from './reset.ts';
import * as schema from './schema.ts';
import { changeClock, readClock } from './service.ts';

export function sandboxFeature(app: App, env: Environment, sandbox: Sandbox): void {
  app.get('/sandbox/clock', { schema: schema.getClock }, async () => {
    const emittedClock = readClock(sandbox);
    return success({ ...emittedClock, offset: emittedClock.now - sandbox.clock.machineNow() });
  });

  app.post('/sandbox/clock', { schema: schema.setClock }, async (request, reply) =>
    success(
      await changeClock(sandbox, callerOf(request), request.body, (move) =>
        idempotent(request, reply, env, move),
      ),
    ),
  );

  // An idempotency key would be useless: a reset revokes the caller's token, so a retry returns 401.

  app.post('/sandbox/reset', { schema: schema.reset }, async (request) =>
    success(await reset(env, sandbox, callerOf(request), request.body)),
  );
}

/**
 * A request that began before a reset must not change anything after the reset. Call `followGenerations` before adding
 * routes.
 */
export function followGenerations(app: App, { generations }: Sandbox): void {
  app.addHook('onRequest', (_request, _reply, next) => {
    const refused = generations.refusal();
    if (refused) next(refused);
    else generations.run(next);
  });
}
