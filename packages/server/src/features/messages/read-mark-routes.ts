import type { FastifyRequest } from 'fastify';
import type { Environment } from '../../environment/environment.ts';
import { invalid } from '../../errors.ts';
import {
  type App,
  callerOf,
  idempotent,
  MAX_LIST_LIMIT,
  readCursor,
  slicePage,
  success,
} from '../../http/index.ts';
import { presentReadMark } from './present.ts';
import { listReadMarks, markRead, markUnread } from './read-marks.ts';
import * as schema from './schema.ts';

export function readMarkRoutes(app: App, env: Environment): void {
  // A request without a body marks all messages as read.
  const preValidation = async (request: FastifyRequest) => {
    if (request.body === undefined) request.body = {};
  };
  app.post('/:binder_id/readmark', { schema: schema.markRead, preValidation }, async (request, reply) => {
    const { binder_id } = request.params;
    const { message_id, unread_from } = request.body;
    if (message_id !== undefined && unread_from !== undefined)
      throw invalid('unread_from', 'cannot be combined with message_id');
    const caller = callerOf(request);
    const data = await idempotent(request, reply, env, async (tx) => ({
      message_id:
        unread_from === undefined
          ? await markRead(env, tx, caller, binder_id, message_id)
          : await markUnread(env, tx, caller, binder_id, unread_from),
    }));
    return success(data);
  });

  app.get('/:binder_id/readmarks', { schema: schema.listReadMarks }, async (request) => {
    const { limit = MAX_LIST_LIMIT, cursor } = request.query;
    const [after] = readCursor(cursor, ['string'], ['']);
    const range = { binderId: request.params.binder_id, after, limit: limit + 1 };
    const marks = await listReadMarks(env, callerOf(request), range);
    const { rows, ...next } = slicePage(marks, limit, (row) => [row.user_id]);
    return success({ readmarks: rows.map(presentReadMark), ...next });
  });
}
