import { Activity, BinderId, Milliseconds } from '@ringbinder/protocol';
import Type from 'typebox';
import { accessBinder } from '../../access/index.ts';
import type { Environment } from '../../environment/environment.ts';
import { type App, callerOf, operation, success } from '../../http/index.ts';
import { activityKinds, memberKinds, presentActivity } from './present.ts';
import { findLatestEntries } from './queries.ts';

const DEFAULT_COUNT = 100;
const MAX_COUNT = 1000;
/** A log can have millions of entries of other kinds. */
const MAX_READ = 50_000;
const Time = { ...Milliseconds, minimum: 0, maximum: Number.MAX_SAFE_INTEGER };

const listConversations = operation('Messages', 'listConversations', {
  summary: 'List the changes in a binder, newest first, as Activity Streams',
  description:
    'Allowed for members of the binder. Returns the changes from `timestamp` to `until`, both included. To get older changes, set `until` to the time of the oldest item, and ignore the items that you already have. A response can have fewer items than `count` if they are long. To follow a binder, use `feed` instead: it returns every change once.',
  params: Type.Object({ binder_id: BinderId }),
  querystring: Type.Object({
    timestamp: Type.Optional(
      Type.Integer({ ...Time, description: 'Returns only changes at or after this time, in milliseconds.' }),
    ),
    until: Type.Optional(
      Type.Integer({ ...Time, description: 'Returns only changes at or before this time, in milliseconds.' }),
    ),
    object_type: Type.Optional(
      Type.Enum(['user'], {
        description:
          'Returns only changes of members: who was added or removed, and new permissions. Searches the newest 50,000 log entries of the period.',
      }),
    ),
    count: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: MAX_COUNT,
        description: 'The maximum number of items. Default: 100.',
      }),
    ),
  }),
  data: Type.Object({ feeds: Type.Array(Activity) }),
});

export function conversationsFeature(app: App, env: Environment): void {
  app.get('/:binder_id/conversations', { schema: listConversations }, async (request) => {
    const {
      timestamp = 0,
      until = Number.MAX_SAFE_INTEGER,
      count = DEFAULT_COUNT,
      object_type: objectType,
    } = request.query;
    const { binderId } = await accessBinder(env.db, callerOf(request), request.params.binder_id, 'read');
    const kinds = objectType
      ? { kinds: memberKinds, maxRead: MAX_READ }
      : { kinds: activityKinds, maxRead: Number.MAX_SAFE_INTEGER };
    const period = { from: timestamp, until, ...kinds };
    const entries = await findLatestEntries(env.db, binderId, period, count);
    return success({ feeds: entries.map((entry) => presentActivity(binderId, entry)) });
  });
}
