import { BinderId, NumericId, SessionKey } from '@ringbinder/protocol';
import Type from 'typebox';
import { accessBinder, orNotFound } from '../../access/index.ts';
import type { Environment } from '../../environment/environment.ts';
import { type App, callerOf, operation, success } from '../../http/index.ts';
import { findPage } from '../pages/index.ts';
import { chapterTypes, findChapters } from './chapters.ts';
import { listRecordings } from './list.ts';

const listMeetRecordings = operation('Meets', 'listMeetRecordings', {
  summary: 'List the recordings of a meet, or of all meets of a binder, the newest first',
  description:
    'Allowed for readers of the binder. `session_key` is the session key of a meet or the id of a binder. Each `download_url` is valid for one to two days, and needs no token.',
  params: Type.Object({ session_key: Type.Union([SessionKey, BinderId]) }),
  data: Type.Object({
    count: Type.Integer(),
    recordings: Type.Array(
      Type.Object({
        session_key: SessionKey,
        name: Type.String(),
        page_id: Type.Integer(),
        file_id: Type.String(),
        download_url: Type.String(),
        content_type: Type.String(),
        content_length: Type.Integer(),
        started_time: Type.String(),
        ended_time: Type.String(),
        created_time: Type.String(),
      }),
    ),
    preparing: Type.Array(
      Type.Object({
        session_key: SessionKey,
        name: Type.String(),
        status: Type.Enum(['composing', 'failed']),
        progress: Type.Number({ description: 'The progress of the conversion, from 0 to 1.' }),
        started_time: Type.String(),
      }),
      {
        description:
          'Recordings that have ended but have no page yet, the newest first. A recording with the status `failed` stays in the list for a week.',
      },
    ),
  }),
});

const listChapters = operation('Meets', 'listChapters', {
  summary: 'List the chapters of the recording of a meet',
  description:
    'Allowed for members of the binder. Chapters are moments to which a player can jump: when somebody posted a message, added a page, drew, pressed a button of a step or completed a to-do during the recording, and when somebody joined or shared their screen. If the page is not a recording of a meet, the list is empty.',
  params: Type.Object({ binder_id: BinderId, page_id: NumericId }),
  data: Type.Object({
    chapters: Type.Array(
      Type.Object({
        time: Type.Integer({ description: 'Milliseconds since the start of the recording.' }),
        type: Type.Enum([...chapterTypes]),
        name: Type.String({ description: 'The name of the person who acted.' }),
        text: Type.String({
          description:
            'The beginning of the message, or the name of the page, button or to-do. Empty for `joined` and `shared`.',
        }),
        message_id: Type.Optional(Type.Integer()),
        page_id: Type.Optional(Type.Integer()),
      }),
      { description: 'Sorted by time. At most 500.' },
    ),
  }),
});

export function meetRecordingsFeature(app: App, env: Environment): void {
  app.get('/meets/recordings/:session_key', { schema: listMeetRecordings }, async (request) => {
    return success(await listRecordings(env, callerOf(request), request.params.session_key));
  });

  app.get('/:binder_id/pages/:page_id/chapters', { schema: listChapters }, async (request) => {
    const { binder_id, page_id } = request.params;
    await accessBinder(env.db, callerOf(request), binder_id, 'read');
    orNotFound(await findPage(env.db, binder_id, page_id), 'page', page_id);
    return success({ chapters: await findChapters(env.db, binder_id, page_id) });
  });
}
