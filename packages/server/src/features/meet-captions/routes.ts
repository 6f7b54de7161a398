import { BinderId, NumericId } from '@ringbinder/protocol';
import Type from 'typebox';
import { accessBinder, orNotFound } from '../../access/index.ts';
import type { Environment } from '../../environment/environment.ts';
import { type App, byteAnswers, callerOf, operation, sendBytes } from '../../http/index.ts';
import { findPage } from '../pages/index.ts';
import { findCues } from './queries.ts';
import { writeVtt } from './vtt.ts';

const getCaptions = operation('Meets', 'getCaptions', {
  summary: 'Get the captions of the recording of a meet (WebVTT)',
  description:
    'The captions during the recording, if a host had turned them on. For members. A page that is not a recording of a meet has no cues.',
  params: Type.Object({ binder_id: BinderId, page_id: NumericId }),
  response: byteAnswers,
});

export function meetCaptionsFeature(app: App, env: Environment): void {
  app.get('/:binder_id/pages/:page_id/captions', { schema: getCaptions }, async (request, reply) => {
    const { binder_id, page_id } = request.params;
    await accessBinder(env.db, callerOf(request), binder_id, 'read');
    orNotFound(await findPage(env.db, binder_id, page_id), 'page', page_id);
    const captions = Buffer.from(writeVtt(await findCues(env.db, binder_id, page_id)));
    return sendBytes(request, reply, captions, { mimeType: 'text/vtt', name: 'captions.vtt' });
  });
}
