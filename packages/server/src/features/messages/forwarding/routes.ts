import { BinderId, NumericId, Text } from '@ringbinder/protocol';
import Type from 'typebox';
import type { Environment } from '../../../environment/environment.ts';
import { type App, binderCall, idempotent, operation, success } from '../../../http/index.ts';
import { MAX_TEXT_LENGTH } from '../schema.ts';
import { forwardMessage as forward } from './forward.ts';

const forwardMessage = operation('Messages', 'forwardMessage', {
  summary: 'Forward a message of this or another binder to this binder',
  description:
    'Needs write access to this binder and read access to the source binder. The new message has the text, the rich text, the file with its pages, and the sound of the original. `forwarded` contains the author and the time of the original. Mentions and buttons are not copied. If you send `text`, the call posts it as a separate message before the forwarded one. 400: the server wrote the original. 404: the source binder has no such message. 412: the original has only a file, which has been deleted.',
  params: Type.Object({ binder_id: BinderId }),
  body: Type.Object({
    source_id: Type.String({ ...BinderId, description: 'The binder that contains the original message.' }),
    message_id: NumericId,
    text: Type.Optional(
      Text({
        minLength: 1,
        maxLength: MAX_TEXT_LENGTH,
        description: 'Your comment on the message, as plain text.',
      }),
    ),
  }),
  data: Type.Object({
    binder_comment_id: Type.Integer(),
    comment_id: Type.Optional(Type.Integer({ description: 'The id of the message with your comment.' })),
    file_id: Type.Optional(Type.String()),
    created_time: Type.Integer(),
    seq: Type.Integer({ description: 'The position of the change in the binder’s log.' }),
  }),
});

export function forwardingRoute(app: App, env: Environment): void {
  app.post('/:binder_id/forwardmessage', { schema: forwardMessage }, async (request, reply) => {
    const { source_id: sourceId, message_id: messageId, text: comment } = request.body;
    const data = await idempotent(request, reply, env, async (db) => {
      const { id, at, seq, fileId, commentId } = await forward(binderCall(env, request, db), {
        sourceId,
        messageId,
        comment,
      });
      return {
        binder_comment_id: id,
        ...(commentId === undefined ? {} : { comment_id: commentId }),
        ...(fileId === undefined ? {} : { file_id: fileId }),
        created_time: at,
        seq,
      };
    });
    return success(data);
  });
}
