import type { Environment } from '../../../environment/environment.ts';
import { forbidden } from '../../../errors.ts';
import {
  type App,
  abortOnDisconnect,
  callerOf,
  createConcurrencyLimit,
  success,
  watchCaller,
} from '../../../http/index.ts';
import * as schema from './schema.ts';
import { createPull } from './service.ts';

const DEFAULT_LIMIT = 100;
/** An event wakes all waiting requests of a bot, whose reads could overload the database. */
const MAX_CONCURRENT = 16;

const noLog = () => forbidden('only bots have events');

export function pullRoutes(app: App, env: Environment): void {
  const pull = createPull(env);
  const limitPulls = createConcurrencyLimit('pulls', MAX_CONCURRENT);
  app.get('/apps/events', { schema: schema.pullEvents }, async (request, reply) => {
    const { after = 0, limit = DEFAULT_LIMIT, wait = 0 } = request.query;
    const range = { after, limit, waitMs: wait * 1000 };
    const reader = { id: callerOf(request).userId, noLog };
    const beginWatch = () => watchCaller(request);
    return success(
      await limitPulls(reader.id, () => pull(reader, range, abortOnDisconnect(reply), beginWatch)),
    );
  });
}
