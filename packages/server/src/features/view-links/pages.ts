import { html, type Page } from '../../html/index.ts';
import type { PageRow, pageLinks } from '../pages/index.ts';

/** For a link that opens nothing, whyever. */
export function deadLinkPage(): Page {
  return {
    title: 'This link opens nothing',
    content: html`<header><h1>This link opens nothing</h1><p class="muted">It has expired, was revoked, or is not complete. Ask whoever gave it to you for another one.</p></header>`,
  };
}

/** For anything else that goes wrong. */
export function problemPage(message: string): Page {
  return {
    title: 'This does not work',
    content: html`<header><h1>This does not work</h1><p class="muted">${message}</p></header>`,
  };
}

/** The pages of a binder. @param next how to get those that follow */
export function binderPage(
  name: string,
  pages: readonly PageRow[],
  linksOf: ReturnType<typeof pageLinks>,
  next: { path: string; token: string; after: string } | undefined,
): Page {
  const leaves = pages.map((page) => {
    const { page_uri, thumbnail_uri, background_uri } = linksOf(page.id, page.revision);
    const label = page.name || page.file_name || page.url || `Page ${page.page_number}`;
    const isPicture = !['PAGE_TYPE_AUDIO', 'PAGE_TYPE_VIDEO'].includes(page.type);
    const href = page.url ?? (isPicture ? background_uri : page_uri);
    return html`<li><a href="${href}" target="_blank" rel="noopener noreferrer"><img src="${thumbnail_uri}" alt="" loading="lazy"><span>${label}</span></a></li>`;
  });
  return {
    title: name,
    isWide: true,
    content: html`<header><h1>${name}</h1><p class="muted">You look at the pages of this binder by a link.</p></header>
${pages.length === 0 ? html`<p class="empty">There are no pages.</p>` : html`<ul class="leaves">${leaves}</ul>`}
${
  next &&
  html`<form method="post" action="${next.path}"><input type="hidden" name="token" value="${next.token}"><input type="hidden" name="after" value="${next.after}">
<button class="button wide" type="submit">More pages</button></form>`
}`,
  };
}
