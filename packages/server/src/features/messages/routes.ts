import type { FastifyReply } from 'fastify';
import type { Environment } from '../../environment.ts';
import { type App, callerOf, cutPage, MOST_IN_A_LIST, once, readCursor, success } from '../../http/index.ts';
import { createFeed } from './feed.ts';
import { listMessages } from './list.ts';
import { createPosting } from './post.ts';
import { presentEntry, presentMessage } from './present.ts';
import * as schema from './schema.ts';

/** Messages of a binder, and its log. */
export function messagesFeature(app: App, env: Environment): void {
  const postText = createPosting(env);
  const readFeed = createFeed(env);

  app.post('/:binder_id/messages', { schema: schema.postMessage }, async (request, reply) => {
    const { binder_id } = request.params;
    const { text } = request.body.message;
    const data = await once(request, reply, env, async (db) => {
      const posted = await postText(db, callerOf(request), binder_id, text);
      return { binder_comment_id: posted.id, created_time: posted.at, seq: posted.seq };
    });
    return success(data);
  });

  app.get('/:binder_id/messages', { schema: schema.listMessages }, async (request) => {
    const { limit = MOST_IN_A_LIST, before, cursor } = request.query;
    const start = cursor === undefined ? before : Number(readCursor(cursor, ['number'])[0]);
    const range = {
      binderId: request.params.binder_id,
      before: start ?? Number.MAX_SAFE_INTEGER,
      limit,
    };
    const found = await listMessages(env, callerOf(request), range);
    const { rows, ...next } = cutPage(found.rows, found.fitting, (row) => [row.id]);
    return success({ messages: rows.map(presentMessage), ...next });
  });

  app.get('/:binder_id/feed', { schema: schema.readFeed }, async (request, reply) => {
    const { after = 0, limit = MOST_IN_A_LIST, wait = 0 } = request.query;
    const range = { binderId: request.params.binder_id, after, limit, waitMs: wait * 1000 };
    const { entries, seq } = await readFeed(callerOf(request), range, goneSignal(reply));
    return success({ entries: entries.map(presentEntry), seq });
  });
}

/** Aborts when the caller hangs up. */
function goneSignal(reply: FastifyReply): AbortSignal {
  const gone = new AbortController();
  reply.raw.once('close', () => gone.abort());
  return gone.signal;
}
