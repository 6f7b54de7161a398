import type { Environment } from '../../environment/environment.ts';
import { acceptForms, answerPageErrors, openLinkPage, readLinkForm, sendPage } from '../../html/index.ts';
import { type App, addressKey, createCallLimit, isStorableText, readSignedId } from '../../http/index.ts';
import { findPages, pageLinks } from '../pages/index.ts';
import { binderPage, deadLinkPage, problemPage } from './pages.ts';
import { findLinkedBinder } from './queries.ts';
import { viewPath } from './routes.ts';

/** Looks at binders of one address in a minute, wrong links too. */
const MAX_VISITS_PER_MINUTE = 60;
const PAGES_AT_ONCE = 200;
/** How long what a page links to is good: soon after a link is revoked nothing that it has shown opens. */
const CONTENT_MS = 15 * 60 * 1000;

/**
 * The page of links: the pages of a binder, for whoever has the token.
 */
export function viewLinkPages(app: App, env: Environment): void {
  const limit = createCallLimit('visits by links', MAX_VISITS_PER_MINUTE, env.redis);
  const path = viewPath(env);
  app.register(async (plain) => {
    const scope = plain as App;
    acceptForms(scope);
    answerPageErrors(scope, (error, _request, reply) => {
      return sendPage(reply, problemPage(`${error.message}.`), error.status);
    });

    const options = { schema: { hide: true }, config: { auth: 'none' } } as const;
    scope.get(path, options, (_request, reply) => sendPage(reply, openLinkPage('Look at a binder', path)));

    scope.post(path, options, async (request, reply) => {
      await limit.take(addressKey(request.ip), reply);
      const { fields, token } = readLinkForm(request);
      const id = readSignedId(env, 'view link', token);
      const now = env.clock.now();
      const binder = id === undefined ? undefined : await findLinkedBinder(env.db, id, now);
      if (!binder) return sendPage(reply, deadLinkPage(), 404);
      const after = readPosition(fields.get('after') ?? '');
      const choice = { fileId: null, ids: null, after, limit: PAGES_AT_ONCE + 1 };
      const found = await findPages(env.db, binder.id, choice);
      const pages = found.slice(0, PAGES_AT_ONCE);
      const last = found.length > PAGES_AT_ONCE ? pages.at(-1) : undefined;
      const next = last && { path, token, after: `${last.page_number} ${last.id}` };
      const expires = (Math.floor(now / CONTENT_MS) + 2) * CONTENT_MS;
      return sendPage(reply, binderPage(binder.name, pages, pageLinks(env, binder.id, expires), next));
    });
  });
}

/** The page behind which to go on; from the first for anything that we have not written. */
function readPosition(text: string): { pageNumber: string; id: number } {
  const [, pageNumber = '0', id = '0'] = /^(\d{1,9}(?:\.\d{1,9})?) (\d{1,15})$/.exec(text) ?? [];
  return isStorableText(text) ? { pageNumber, id: Number(id) } : { pageNumber: '0', id: 0 };
}
