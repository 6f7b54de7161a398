import { BinderId, NumericId, Text } from '@ringbinder/protocol';
import Type from 'typebox';
import type { Environment } from '../../../environment/environment.ts';
import { type App, binderCall, idempotent, operation, success } from '../../../http/index.ts';
import { MAX_TEXT_LENGTH } from '../schema.ts';
import { forwardMessage as forward } from './forward.ts';

const forwardMessage = operation('Messages', 'forwardMessage', {
  summary: 'Forward a message of another binder, or of the same, to this one',
  description:
    'Needs write access here and read access to the source. The new message has the text, rich text, file with its pages, and sound of the original, and names its author and time as `forwarded`. Mentions and buttons are left out. A comment is a message of its own before it.',
  params: Type.Object({ binder_id: BinderId }),
  body: Type.Object({
    source_id: Type.String({ ...BinderId, description: 'The binder of the message.' }),
    message_id: NumericId,
    text: Type.Optional(
      Text({ minLength: 1, maxLength: MAX_TEXT_LENGTH, description: 'A comment, as plain text.' }),
    ),
  }),
  data: Type.Object({
    binder_comment_id: Type.Integer(),
    comment_id: Type.Optional(Type.Integer({ description: 'The message with the comment.' })),
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
