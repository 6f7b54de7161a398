import { readFile } from 'node:fs/promises';
import type { App } from '../../http/index.ts';
import { addExamples, recordedExamples } from './examples.ts';
import { guideRoutes } from './guides/routes.ts';
import { loadReferencePage, type ReferencePage } from './reference-page.ts';
import { prepareContent, type SentContent, sendContent } from './sent-content.ts';

const ASYNCAPI = new URL('../../../../../docs/api/asyncapi.json', import.meta.url);

/** The library of the reference would add 0.3 s and 20 MB to every start. */
export function docsFeature(app: App, describe: () => Record<string, unknown>): void {
  const open = { config: { auth: 'none' } } as const;

  let document: string | undefined;
  app.get('/openapi.json', open, async (_request, reply) => {
    document ??= JSON.stringify(addExamples(describe(), await recordedExamples()));
    return reply.type('application/json; charset=utf-8').header('cache-control', 'no-cache').send(document);
  });

  let asyncApi: Promise<SentContent> | undefined;
  app.get('/asyncapi.json', open, async (request, reply) => {
    asyncApi ??= readFile(ASYNCAPI).then(prepareContent);
    return sendContent(request, reply.type('application/json; charset=utf-8'), await asyncApi);
  });

  let loading: Promise<ReferencePage> | undefined;
  const page = () => {
    loading ??= loadReferencePage();
    return loading;
  };
  app.get('/docs', open, async (_request, reply) => {
    const { html, contentSecurityPolicy } = await page();
    return reply
      .type('text/html; charset=utf-8')
      .header('content-security-policy', contentSecurityPolicy)
      .header('x-content-type-options', 'nosniff')
      .header('cache-control', 'no-cache')
      .send(html);
  });
  app.get('/docs/reference.js', open, async (request, reply) => {
    const { script } = await page();
    return sendContent(request, reply.type('text/javascript; charset=utf-8'), script);
  });

  guideRoutes(app);
}
