import { BinderId, NumericId } from '@ringbinder/protocol';
import Type from 'typebox';
import { type BinderCall, changeBinder, orNotFound } from '../../access/index.ts';
import type { Environment } from '../../environment/environment.ts';
import { because, forbidden, withDetails } from '../../errors.ts';
import { type App, binderCall, emptySuccess, operation } from '../../http/index.ts';
import { firstLink } from './link.ts';
import { findMessage, setPreview } from './queries.ts';

const removePreview = operation('Messages', 'removeLinkPreview', {
  summary: 'Remove the preview of the link in a message',
  description: 'For the author of the message. Without a preview the link gets none later.',
  params: Type.Object({ binder_id: BinderId, message_id: NumericId }),
});

export function linkPreviewRoutes(app: App, env: Environment): void {
  app.delete('/:binder_id/messages/:message_id/preview', { schema: removePreview }, async (request) => {
    await remove(binderCall(env, request), request.params.message_id);
    return emptySuccess;
  });
}

/** The link remains without a title, so that an edit of the message does not restore the preview. */
function remove(call: BinderCall, id: number): Promise<void> {
  const { binderId, actor } = call;
  return changeBinder(call, 'write', async ({ tx, log }) => {
    const message = orNotFound(await findMessage(tx, binderId, id), 'message', id);
    if (message.user_id !== actor.userId)
      throw forbidden(
        withDetails(because('not_allowed'), 'only the author of a message may remove its preview'),
      );
    const url = firstLink(message, new URL(call.env.baseUrl()).origin);
    if (url === undefined || (message.preview && message.preview.title === undefined)) return;
    await setPreview(tx, binderId, id, message, { url });
    await log([{ kind: 'message_preview_removed', body: { id } }]);
  });
}
