import { BinderId, Message, NumericId } from '@ringbinder/protocol';
import Type from 'typebox';
import { accessBinder, type BinderCall, changeBinder, orNotFound } from '../../access/index.ts';
import type { Environment } from '../../environment/environment.ts';
import { because, preconditionFailed } from '../../errors.ts';
import { type App, binderCall, callerOf, idempotent, operation, success } from '../../http/index.ts';
import { findPin, MAX_PINNED, pinMessage, readPinnedMessages, unpinMessage } from './pin-queries.ts';

const tag = 'Messages';
const params = Type.Object({ binder_id: BinderId, message_id: NumericId });
const data = Type.Object({
  seq: Type.Integer({ description: 'The call has taken effect at this position in the binder’s log.' }),
});

const pin = operation(tag, 'pinMessage', {
  summary: 'Pin a message',
  description:
    'Needs write access. If the message is already pinned, the call changes nothing. 412: the binder already has 100 pinned messages.',
  params,
  data,
});

const unpin = operation(tag, 'unpinMessage', {
  summary: 'Unpin a message, whoever pinned it',
  description: 'Needs write access. If the message is not pinned, the call changes nothing.',
  params,
  data,
});

const listPinned = operation(tag, 'listPinnedMessages', {
  summary: 'List the pinned messages, the last pinned first',
  description: 'Allowed for readers of the binder.',
  params: Type.Object({ binder_id: BinderId }),
  data: Type.Object({ messages: Type.Array(Message) }),
});

export function pinRoutes(app: App, env: Environment): void {
  const one = '/:binder_id/messages/:message_id/pin';
  app.post(one, { schema: pin }, async (request, reply) => {
    const { message_id: messageId } = request.params;
    const pinned = await idempotent(request, reply, env, async (db) => ({
      seq: await pinOne(binderCall(env, request, db), messageId),
    }));
    return success(pinned);
  });

  app.delete(one, { schema: unpin }, async (request) =>
    success({ seq: await unpinOne(binderCall(env, request), request.params.message_id) }),
  );

  app.get('/:binder_id/pinnedmessages', { schema: listPinned }, async (request) => {
    const { binder_id } = request.params;
    const { binderId } = await accessBinder(env.db, callerOf(request), binder_id, 'read');
    return success({ messages: await readPinnedMessages(env, env.db, binderId) });
  });
}

function pinOne(call: BinderCall, messageId: number): Promise<number> {
  const { binderId, actor } = call;
  return changeBinder(call, 'write', async ({ tx, at, log }) => {
    const message = orNotFound(await findPin(tx, binderId, messageId), 'message', messageId);
    if (message.is_pinned) return message.seq;
    const count = await pinMessage(tx, { binderId, messageId, userId: actor.userId, at });
    if (count > MAX_PINNED) throw preconditionFailed(because('pins_full', { limit: MAX_PINNED }));
    return log([{ kind: 'message_pinned', body: { id: messageId } }]);
  });
}

function unpinOne(call: BinderCall, messageId: number): Promise<number> {
  const { binderId } = call;
  return changeBinder(call, 'write', async ({ tx, log }) => {
    const message = orNotFound(await findPin(tx, binderId, messageId), 'message', messageId);
    if (!message.is_pinned) return message.seq;
    await unpinMessage(tx, binderId, messageId);
    return log([{ kind: 'message_unpinned', body: { id: messageId } }]);
  });
}
