import { BinderId } from '@ringbinder/protocol';
import { create as contentDisposition } from 'content-disposition';
import Type from 'typebox';
import type { Environment } from '../../environment/environment.ts';
import { type App, abortOnDisconnect, callerOf, operation } from '../../http/index.ts';
import { exportPdf } from './export.ts';
import { PageIds, readIds } from './page-ids.ts';

const downloadPdf = operation('Pages', 'downloadPdf', {
  summary: 'Download pages as one PDF, with their annotations',
  description:
    'The pages of `filter` in its order, or all in display order; at most 1,000. Pages of PDFs stay unchanged and searchable.',
  params: Type.Object({ binder_id: BinderId }),
  querystring: Type.Object({ filter: Type.Optional(PageIds) }),
  response: {
    200: {
      description: 'The PDF.',
      content: { 'application/pdf': { schema: { type: 'string', format: 'binary' } } },
    },
  },
});

export function exportRoutes(app: App, env: Environment): void {
  app.get('/:binder_id/downloadpdf', { schema: downloadPdf }, async (request, reply) => {
    const { binder_id: binderId } = request.params;
    const { filter } = request.query;
    const signal = AbortSignal.any([abortOnDisconnect(reply), env.cutOff]);
    const { stream, size } = await exportPdf(
      env,
      callerOf(request),
      binderId,
      filter === undefined ? null : readIds(filter),
      signal,
    );
    reply.header('content-type', 'application/pdf').header('content-length', size);
    reply.header('content-disposition', contentDisposition('pages.pdf', { type: 'attachment' }));
    reply.header('x-content-type-options', 'nosniff').header('cache-control', 'no-store');
    return reply.send(stream);
  });
}
