import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import type { FastifyReply, FastifyRequest } from 'fastify';
import Type from 'typebox';
import { type Asset, html, sendPage, serveAsset } from '../../../html/index.ts';
import { type App, addressKey, createCallLimit } from '../../../http/index.ts';
import { prepareContent, type SentContent, sendContent } from '../sent-content.ts';
import { GUIDES, type Guide, pathOfGuide } from './contents.ts';
import { guidePage, MAX_QUERY, SEARCH_PATH } from './page.ts';

const repository = new URL('../../../../../../', import.meta.url);
const stylesheet = asset('guides.css', 'text/css; charset=utf-8');
const script = asset('guides.js', 'text/javascript; charset=utf-8');

const CONTENT_SECURITY_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; font-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'";

const assets = { stylesheet: stylesheet.path, script: script.path };
const SearchQuery = Type.Object({ q: Type.Optional(Type.String({ maxLength: MAX_QUERY })) });

const MAX_SEARCHES = 60;

export function guideRoutes(app: App): void {
  const open = { schema: { hide: true }, config: { auth: 'none' } } as const;
  for (const each of [stylesheet, script]) serveAsset(app, each);
  const sendGuide = async (request: FastifyRequest, reply: FastifyReply, page: SentContent) => {
    reply
      .type('text/html; charset=utf-8')
      .header('content-security-policy', CONTENT_SECURITY_POLICY)
      .header('referrer-policy', 'same-origin');
    return sendContent(request, reply, page);
  };
  for (const guide of GUIDES) {
    const page = memoized(() => render(guide));
    app.get(pathOfGuide(guide), open, async (request, reply) => sendGuide(request, reply, await page()));
  }
  const limit = createCallLimit('searches of the guides', MAX_SEARCHES);
  const searchGuides = memoized(async () => (await import('./search.ts')).createGuideSearch(repository));
  app.get(
    SEARCH_PATH,
    { ...open, schema: { ...open.schema, querystring: SearchQuery } },
    async (request, reply) => {
      await limit.take(addressKey(request.ip), reply);
      const query = (request.query.q ?? '').trim();
      const search = await searchGuides();
      const document = { title: 'Search the guides', sections: [], content: search(query) };
      const page = guidePage(undefined, document, assets, query);
      return sendGuide(request, reply, await prepareContent(page.text));
    },
  );
  for (const name of PICTURES) {
    const picture = memoized(async () =>
      prepareContent(await readFile(new URL(`docs/images/${name}`, repository))),
    );
    app.get(`/docs/images/${name}`, open, async (request, reply) =>
      sendContent(request, reply.type('image/png'), await picture()),
    );
  }
  for (const path of ['/docs/guides/*', '/docs/images/*'])
    app.get(path, open, (_request, reply) =>
      sendPage(
        reply,
        {
          title: 'Page not found',
          content: html`<header><h1>Page not found</h1><p class="muted">There is no guide at this address.</p></header>
<a class="button wide" href="/docs/guides">All guides</a>`,
        },
        404,
      ),
    );
}

const PICTURES = [
  'app-chat.png',
  'app-clip-phone-dark.png',
  'app-clip.png',
  'app-draw.png',
  'app-approval-builder.png',
  'app-approval-sign.png',
  'app-approval-signed.png',
  'app-history.png',
  'app-pages.png',
  'app-template-builder.png',
  'app-timeline.png',
  'app-to-dos-dark.png',
  'app-transactions.png',
  'app-viewer.png',
  'console-change-dark.png',
  'console-client-secret.png',
  'console-delivery-dark.png',
  'console-erase.png',
  'console-import.png',
  'console-overview.png',
  'console-person.png',
  'console-single-sign-on.png',
  'meet-phone-dark.png',
  'meet-shared-screen-dark.png',
  'set-up.png',
];

async function render(guide: Guide): Promise<SentContent> {
  const [{ renderDocument }, markdown] = await Promise.all([
    import('./markdown.ts'),
    readFile(new URL(guide.file, repository), 'utf8'),
  ]);
  const document = renderDocument(markdown, guide.file);
  return prepareContent(guidePage(guide, document, assets).text);
}

function memoized<T>(make: () => Promise<T>): () => Promise<T> {
  let making: Promise<T> | undefined;
  return () => {
    making ??= make().catch((error) => {
      making = undefined;
      throw error;
    });
    return making;
  };
}

function asset(file: string, type: string): Asset {
  const content = readFileSync(new URL(file, import.meta.url));
  const name = createHash('sha256').update(content).digest('hex').slice(0, 16);
  return { path: `/assets/${name}${file.slice(file.lastIndexOf('.'))}`, type, content };
}
