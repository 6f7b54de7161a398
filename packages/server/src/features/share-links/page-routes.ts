import type { Environment } from '../../environment/environment.ts';
import {
  acceptForms,
  answerPageErrors,
  html,
  openLinkPage,
  type Page,
  readLinkForm,
  sendPage,
} from '../../html/index.ts';
import { type App, addressKey, createCallLimit, isStorableText, readSignedId } from '../../http/index.ts';
import { findPages, kindOf, type PageRow, pageLinks } from '../pages/index.ts';
import { findLinkedBinder } from './queries.ts';
import { viewPath } from './routes.ts';

/** Visits per address and minute, including those with invalid links. */
const MAX_VISITS_PER_MINUTE = 60;
const PAGES_AT_ONCE = 200;
/**
 * Content links are valid for one to two such periods, so that they expire soon after the view-only link is revoked.
 */
const CONTENT_MS = 15 * 60 * 1000;

/** Shows the pages of a binder to anyone who has the token. */
export function shareLinkPages(app: App, env: Environment): void {
  const limit = createCallLimit('visits by links', MAX_VISITS_PER_MINUTE, env.redis);
  const path = viewPath(env);
  app.register(async (plain) => {
    const scope = plain as App;
    acceptForms(scope);
    answerPageErrors(scope, (error, _request, reply) => {
      return sendPage(reply, problemPage(`${error.message}.`), error.status);
    });

    const options = { schema: { hide: true }, config: { auth: 'none' } } as const;
    scope.get(path, options, (_request, reply) => sendPage(reply, openLinkPage('View a binder', path)));

    scope.post(path, options, async (request, reply) => {
      await limit.take(addressKey(request.ip), reply);
      const { fields, token } = readLinkForm(request);
      const id = readSignedId(env, 'view link', token);
      const now = env.clock.now();
      const binder = id === undefined ? undefined : await findLinkedBinder(env.db, id, now);
      if (!binder) return sendPage(reply, deadLinkPage(), 404);
      const after = readPosition(fields.get('after') ?? '');
      const choice = { fileId: null, ids: null, after, limit: PAGES_AT_ONCE + 1 };
      const matchingPages = await findPages(env.db, binder.id, choice);
      const pages = matchingPages.slice(0, PAGES_AT_ONCE);
      const last = matchingPages.length > PAGES_AT_ONCE ? pages.at(-1) : undefined;
      const next = last && { path, token, after: `${last.page_number} ${last.id}` };
      const expires = (Math.floor(now / CONTENT_MS) + 2) * CONTENT_MS;
      return sendPage(reply, binderPage(binder.name, pages, pageLinks(env, binder.id, expires), next));
    });
  });
}

/** Parses the position of the last page shown. Text that this server did not write means the start. */
function readPosition(text: string): { pageNumber: string; id: number } {
  const [, pageNumber = '0', id = '0'] = /^(\d{1,9}(?:\.\d{1,60})?) (\d{1,15})$/.exec(text) ?? [];
  return isStorableText(text) ? { pageNumber, id: Number(id) } : { pageNumber: '0', id: 0 };
}

function deadLinkPage(): Page {
  return {
    title: 'This link does not work',
    content: html`<header><h1>This link does not work</h1><p class="muted">It has expired, was revoked or is incomplete. Ask the sender for a new link.</p></header>`,
  };
}

function problemPage(message: string): Page {
  return {
    title: 'This did not work',
    content: html`<header><h1>This did not work</h1><p class="muted">${message}</p></header>`,
  };
}

/** @param next the form for the next pages, if there are any */
function binderPage(
  name: string,
  pages: readonly PageRow[],
  linksOf: ReturnType<typeof pageLinks>,
  next: { path: string; token: string; after: string } | undefined,
): Page {
  const leaves = pages.map((page) => {
    const { page_uri, thumbnail_uri, background_uri } = linksOf(page.id, page.revision);
    const label = page.name || page.file_name || page.url || `Page ${page.page_number}`;
    const href = page.url ?? (kindOf(page).plays ? page_uri : background_uri);
    return html`<li><a href="${href}" target="_blank" rel="noopener noreferrer"><img src="${thumbnail_uri}" alt="" loading="lazy"><span>${label}</span></a></li>`;
  });
  return {
    title: name,
    isWide: true,
    content: html`<header><h1>${name}</h1><p class="muted">You are viewing the pages of this binder through a link.</p></header>
${pages.length === 0 ? html`<p class="empty">No pages yet.</p>` : html`<ul class="leaves">${leaves}</ul>`}
${
  next &&
  html`<form method="post" action="${next.path}"><input type="hidden" name="token" value="${next.token}"><input type="hidden" name="after" value="${next.after}">
<button class="button wide" type="submit">More pages</button></form>`
}`,
  };
}
