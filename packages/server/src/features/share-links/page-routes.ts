import type { Environment } from '../../environment/environment.ts';
import {
  acceptForms,
  answerPageErrors,
  errorTexts,
  html,
  openLinkPage,
  type Page,
  readLinkForm,
  sendPage,
  technicalDetail,
  type Words,
  wordsFor,
} from '../../html/index.ts';
import { type App, addressKey, createCallLimit, isStorableText, readSignedId } from '../../http/index.ts';
import { findSession } from '../oauth/index.ts';
import { findPages, kindOf, type PageRow, pageLinks } from '../pages/index.ts';
import { findLinkedBinder } from './queries.ts';
import { viewPath } from './routes.ts';

/** Per IP address. */
const MAX_VISITS_PER_MINUTE = 60;
const PAGES_AT_ONCE = 200;
/** A content link is valid for one to two of these periods. */
const CONTENT_MS = 15 * 60 * 1000;

export function shareLinkPages(app: App, env: Environment): void {
  const limit = createCallLimit('visits by links', MAX_VISITS_PER_MINUTE, env.redis);
  const path = viewPath(env);
  app.register(async (plain) => {
    const scope = plain as App;
    acceptForms(scope);
    answerPageErrors(scope, async (error, request, reply) => {
      const words = await wordsFor(env, request);
      return sendPage(reply, problemPage(words, errorTexts(words, error)), error.status);
    });

    const options = { schema: { hide: true }, config: { auth: 'none' } } as const;
    scope.get(path, options, async (request, reply) => {
      const words = await wordsFor(env, request, await findSession(env, request));
      return sendPage(reply, openLinkPage(words, words.text('page.view_binder'), path));
    });

    scope.post(path, options, async (request, reply) => {
      await limit.take(addressKey(request.ip), reply);
      const { fields, token } = readLinkForm(request);
      const id = readSignedId(env, 'view link', token);
      const now = env.clock.now();
      const binder = id === undefined ? undefined : await findLinkedBinder(env.db, id, now);
      const words = await wordsFor(env, request, await findSession(env, request));
      if (!binder) return sendPage(reply, deadLinkPage(words), 404);
      const after = readPosition(fields.get('after') ?? '');
      const choice = { fileId: null, ids: null, after, limit: PAGES_AT_ONCE + 1 };
      const matchingPages = await findPages(env.db, binder.id, choice);
      const pages = matchingPages.slice(0, PAGES_AT_ONCE);
      const last = matchingPages.length > PAGES_AT_ONCE ? pages.at(-1) : undefined;
      const next = last && { path, token, after: `${last.page_number} ${last.id}` };
      const expires = (Math.floor(now / CONTENT_MS) + 2) * CONTENT_MS;
      const linksOf = pageLinks(env, binder.id, expires);
      return sendPage(reply, binderPage(words, binder.name, pages, linksOf, next));
    });
  });
}

function readPosition(text: string): { pageNumber: string; id: number } {
  const [, pageNumber = '0', id = '0'] = /^(\d{1,9}(?:\.\d{1,60})?) (\d{1,15})$/.exec(text) ?? [];
  return isStorableText(text) ? { pageNumber, id: Number(id) } : { pageNumber: '0', id: 0 };
}

function deadLinkPage({ tag, text }: Words): Page {
  return {
    title: text('page.dead_link'),
    language: tag,
    content: html`<header><h1>${text('page.dead_link')}</h1><p class="muted">${text('page.share_dead')}</p></header>`,
  };
}

function problemPage(
  { tag, text }: Words,
  { message, detail }: { message: string; detail: string | undefined },
): Page {
  return {
    title: text('page.did_not_work'),
    language: tag,
    content: html`<header><h1>${text('page.did_not_work')}</h1><p class="muted">${message}</p></header>
${detail !== undefined && technicalDetail(detail)}`,
  };
}

function binderPage(
  { tag, text }: Words,
  name: string,
  pages: readonly PageRow[],
  linksOf: ReturnType<typeof pageLinks>,
  next: { path: string; token: string; after: string } | undefined,
): Page {
  const leaves = pages.map((page) => {
    const { page_uri, thumbnail_uri, background_uri } = linksOf(page.id, page.revision);
    const label =
      page.name || page.file_name || page.url || text('page.page_number', { number: page.page_number });
    const href = page.url ?? (kindOf(page).plays ? page_uri : background_uri);
    return html`<li><a href="${href}" target="_blank" rel="noopener noreferrer"><img src="${thumbnail_uri}" alt="" loading="lazy"><span>${label}</span></a></li>`;
  });
  return {
    title: name,
    language: tag,
    isWide: true,
    content: html`<header><h1>${name}</h1><p class="muted">${text('page.viewing_by_link')}</p></header>
${pages.length === 0 ? html`<p class="empty">${text('page.no_pages')}</p>` : html`<ul class="leaves">${leaves}</ul>`}
${
  next &&
  html`<form method="post" action="${next.path}"><input type="hidden" name="token" value="${next.token}"><input type="hidden" name="after" value="${next.after}">
<button class="button wide" type="submit">${text('page.more_pages')}</button></form>`
}`,
  };
}
