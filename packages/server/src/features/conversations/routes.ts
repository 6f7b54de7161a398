import { Activity, BinderId, Milliseconds } from '@ringbinder/protocol';
import Type from 'typebox';
import { accessBinder } from '../../access/index.ts';
import type { Environment } from '../../environment/environment.ts';
import { type App, callerOf, operation, success } from '../../http/index.ts';
import { activityKinds, presentActivity } from './present.ts';
import { findLatestEntries } from './queries.ts';

const DEFAULT_COUNT = 100;
const MAX_COUNT = 1000;
const Time = { ...Milliseconds, minimum: 0, maximum: Number.MAX_SAFE_INTEGER };

const listConversations = operation('Messages', 'listConversations', {
  summary: 'List the changes in a binder, newest first, as Activity Streams',
  description:
    'From the binder’s log, between `timestamp` and `until`, both included. To go back further, set `until` to the time of the oldest item and drop the items that you have. Long items can make a response shorter than `count`. To follow a binder, use `feed`, which misses and repeats nothing.',
  params: Type.Object({ binder_id: BinderId }),
  querystring: Type.Object({
    timestamp: Type.Optional(
      Type.Integer({ ...Time, description: 'Not before this time, in milliseconds.' }),
    ),
    until: Type.Optional(Type.Integer({ ...Time, description: 'Not after this time, in milliseconds.' })),
    count: Type.Optional(Type.Integer({ minimum: 1, maximum: MAX_COUNT, description: '100 by default.' })),
  }),
  data: Type.Object({ feeds: Type.Array(Activity) }),
});

export function conversationsFeature(app: App, env: Environment): void {
  app.get('/:binder_id/conversations', { schema: listConversations }, async (request) => {
    const { timestamp = 0, until = Number.MAX_SAFE_INTEGER, count = DEFAULT_COUNT } = request.query;
    const { binderId } = await accessBinder(env.db, callerOf(request), request.params.binder_id, 'read');
    const period = { from: timestamp, until, kinds: activityKinds };
    const entries = await findLatestEntries(env.db, binderId, period, count);
    return success({ feeds: entries.map((entry) => presentActivity(binderId, entry)) });
  });
}
