import type { FastifyRequest } from 'fastify';
import { accessBinder, orNotFound } from '../../access/index.ts';
import type { Environment } from '../../environment/environment.ts';
import { invalid } from '../../errors.ts';
import {
  type App,
  abortOnDisconnect,
  binderCall,
  callerOf,
  drainRequest,
  emptySuccess,
  idempotent,
  MAX_LIST_LIMIT,
  readCursor,
  sendFile,
  slicePage,
  streamedBody,
  success,
  watchCaller,
} from '../../http/index.ts';
import type { Database } from '../../storage/database.ts';
import { convertMessage } from './actions.ts';
import { requireBotForButtons, tapButton } from './buttons.ts';
import { postDirectMessageTo } from './direct.ts';
import { deleteMessage, editMessage } from './edit-message.ts';
import { createFeed } from './feed.ts';
import { forwardingRoute } from './forwarding/routes.ts';
import { createListing, getMessage, type ListMessages, listMessagesAsOf } from './list.ts';
import type { PostedMessage } from './message-input.ts';
import { pinRoutes } from './pins.ts';
import { createPosting } from './post.ts';
import { presentEntry, presentMessage } from './present.ts';
import { findAudio } from './queries.ts';
import { reactionRoutes } from './reactions/routes.ts';
import { readMarkRoutes } from './read-mark-routes.ts';
import { composeMessage, hasForm } from './richtext/compose.ts';
import { savedRoutes } from './saved/routes.ts';
import * as schema from './schema.ts';
import { readSentMessage } from './sent-message.ts';
import { threadRoutes } from './threads/routes.ts';

const one = '/:binder_id/messages/:message_id';

export function messagesFeature(app: App, env: Environment): void {
  postingRoutes(app, env);
  listingRoutes(app, env);
  ownMessageRoutes(app, env);
  readMarkRoutes(app, env);
  feedRoute(app, env);
  reactionRoutes(app, env);
  pinRoutes(app, env);
  threadRoutes(app, env);
  savedRoutes(app, env);
  forwardingRoute(app, env);
}

function postingRoutes(app: App, env: Environment): void {
  const post = createPosting(env);

  app.post('/:binder_id/messages', postMessageRoute, async (request, reply) => {
    const sent = await readSentMessage(env, request, reply);
    try {
      const { message, fields_template: templates, reply_to: replyTo, client_uuid: clientUuid } = sent.body;
      const { thread_only: threadOnly } = sent.body;
      const { mentions, mention_all: mentionAll, action = 'chat', ...parts } = message;
      const { attached } = sent;
      const isSilent = action === 'chat' && (attached.file ?? attached.audio) !== undefined;
      requireBotForButtons(callerOf(request), parts.buttons);
      const composed = composeMessage({ ...parts, templates }, isSilent);
      const work = async (db: Database) => {
        const call = binderCall(env, request, db);
        if (action !== 'chat')
          return convertMessage(call, action, composed, {
            ...parts,
            ...attached,
            replyTo,
            threadOnly,
            mentions,
            mentionAll,
          });
        if (composed.text === '' && !isSilent)
          throw invalid('message.action', 'must be page for a template of type page, and for no other');
        const form = hasForm(composed) ? composed : undefined;
        const input = {
          text: composed.text,
          mentions,
          mentionAll,
          replyTo,
          threadOnly,
          form,
          attached,
          clientUuid,
        };
        return presentPosted(await post(db, callerOf(request), request.params.binder_id, input));
      };
      return success(await idempotent(request, reply, env, work, sent.content));
    } finally {
      await sent.drop();
    }
  });

  app.post(`${one}/buttons/:button_id`, { schema: schema.tapButton }, async (request, reply) => {
    const { message_id: messageId, button_id: buttonId } = request.params;
    const tapped = await idempotent(request, reply, env, (db) =>
      tapButton(binderCall(env, request, db), messageId, buttonId),
    );
    return success(tapped);
  });

  app.post('/:binder_id/comments', { schema: schema.postComment }, async (request, reply) => {
    const input = { text: request.body.text };
    const data = await idempotent(request, reply, env, async (db) =>
      presentPosted(await post(db, callerOf(request), request.params.binder_id, input)),
    );
    return success(data);
  });

  app.post('/me/messages', { schema: schema.postDirectMessage }, async (request, reply) => {
    const { user, users, message } = request.body;
    if ((user === undefined) === (users === undefined))
      throw invalid('user', 'must be given, or users instead');
    const recipients = user
      ? [{ id: user.user_id, path: 'user.user_id' }]
      : (users ?? []).map(({ user_id: id }, index) => ({ id, path: `users[${index}].user_id` }));
    const data = await idempotent(request, reply, env, async (db) => {
      const input = { users: recipients, text: message.text, post };
      const posted = await postDirectMessageTo(env, db, callerOf(request), input);
      return { binder_id: posted.binderId, ...presentPosted(posted) };
    });
    return success(data);
  });
}

function listingRoutes(app: App, env: Environment): void {
  const listNow = createListing(env);
  const listMessages = (asOf: string | undefined): ListMessages =>
    asOf === undefined ? listNow : (actor, range) => listMessagesAsOf(env, actor, range, asOf);

  app.get('/:binder_id/messages', { schema: schema.listMessages }, async (request, reply) => {
    const { limit = MAX_LIST_LIMIT, before, after, cursor, as_of: asOf } = request.query;
    if (before !== undefined && after !== undefined) throw invalid('after', 'cannot be combined with before');
    const direction = after === undefined ? 'before' : 'after';
    const [from] = readCursor(cursor, ['number'], [after ?? before ?? Number.MAX_SAFE_INTEGER]);
    const range = { binderId: request.params.binder_id, direction, from, limit } as const;
    const list = await listMessages(asOf)(callerOf(request), range);
    if (list.answer === undefined) {
      const { rows, ...next } = slicePage(list.rows, list.fittingCount, (row) => [row.id]);
      const messages = rows.map((row) => presentMessage(env, range.binderId, row));
      list.answer = Buffer.from(String(reply.serialize(success({ messages, ...next }))));
    }
    return reply.type('application/json; charset=utf-8').send(list.answer);
  });

  app.get(one, { schema: schema.getMessage }, async (request) => {
    const { binder_id, message_id } = request.params;
    const list = listMessages(request.query.as_of);
    const message = await getMessage(list, callerOf(request), binder_id, message_id);
    return success(presentMessage(env, binder_id, message));
  });

  app.get(`${one}/audio`, { schema: schema.downloadAudio }, async (request, reply) => {
    const { binder_id, message_id } = request.params;
    const { binderId } = await accessBinder(env.db, callerOf(request), binder_id, 'read');
    const audio = orNotFound(await findAudio(env.db, binderId, message_id), 'audio of message', message_id);
    const { mime_type: mimeType, ...file } = audio;
    return sendFile(request, reply, env.files, { ...file, mimeType });
  });
}

function ownMessageRoutes(app: App, env: Environment): void {
  app.post(one, { schema: schema.editMessage }, async (request, reply) => {
    const { mentions, mention_all: mentionAll, ...parts } = request.body.message;
    const content = composeMessage(parts);
    const data = await idempotent(request, reply, env, async (db) => {
      const call = binderCall(env, request, db);
      const edited = await editMessage(call, request.params.message_id, {
        content,
        mentions,
        mentionAll,
      });
      return { binder_comment_id: edited.id, updated_time: edited.at, seq: edited.seq };
    });
    return success(data);
  });

  app.delete(one, { schema: schema.deleteMessage }, async (request) => {
    await deleteMessage(binderCall(env, request), request.params.message_id);
    return emptySuccess;
  });
}

function feedRoute(app: App, env: Environment): void {
  const readFeed = createFeed(env);
  app.get('/:binder_id/feed', { schema: schema.readFeed }, async (request, reply) => {
    const { after = 0, limit = MAX_LIST_LIMIT, wait = 0 } = request.query;
    const range = { binderId: request.params.binder_id, after, limit, waitMs: wait * 1000 };
    const beginWatch = () => watchCaller(request, range.binderId);
    const { entries, seq } = await readFeed(callerOf(request), range, abortOnDisconnect(reply), beginWatch);
    return success({ entries: entries.map(presentEntry), seq });
  });
}

function presentPosted({ id, at, seq, fileId }: PostedMessage) {
  return { binder_comment_id: id, ...(fileId ? { file_id: fileId } : {}), created_time: at, seq };
}

const postMessageRoute = {
  schema: schema.postMessage,
  ...streamedBody,
  onSend: async ({ raw }: FastifyRequest) => {
    if (/^multipart\//i.test(raw.headers['content-type'] ?? '')) await drainRequest(raw);
  },
};
