import { accessBinderAsOf } from '../../access/index.ts';
import type { Environment } from '../../environment/environment.ts';
import { type App, binderCall, callerOf, emptySuccess, idempotent, success } from '../../http/index.ts';
import { listSections } from './resource.ts';
import * as schema from './schema.ts';
import { createSection, deleteSection, updateSection } from './service.ts';

export function sectionsFeature(app: App, env: Environment): void {
  app.get('/:binder_id/sections', { schema: schema.listSections }, async (request) => {
    const { binder_id } = request.params;
    const { as_of } = request.query;
    const db = await accessBinderAsOf(env, callerOf(request), binder_id, as_of, ['sections']);
    return success({ sections: await listSections(db, binder_id) });
  });

  app.post('/:binder_id/sections', { schema: schema.createSection }, async (request, reply) => {
    const work = idempotent(request, reply, env, (db) =>
      createSection(binderCall(env, request, db), request.body),
    );
    return success(await work);
  });

  app.post('/:binder_id/sections/:section_id', { schema: schema.updateSection }, async (request, reply) => {
    const work = idempotent(request, reply, env, (db) =>
      updateSection(binderCall(env, request, db), request.params.section_id, request.body),
    );
    return success(await work);
  });

  app.delete('/:binder_id/sections/:section_id', { schema: schema.deleteSection }, async (request) => {
    await deleteSection(binderCall(env, request), request.params.section_id);
    return emptySuccess;
  });
}
