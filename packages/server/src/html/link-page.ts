import type { FastifyRequest } from 'fastify';
import { html } from './markup.ts';
import type { Page } from './page.ts';

/** Posts what stands behind the `#`, so that nobody has to press anything. */
const SCRIPT = `
const form = document.querySelector('form');
const token = location.hash.slice(1);
if (token) {
  form.elements.token.value = token;
  form.submit();
}`;

/**
 * The page that a link leads to, whose token stands behind the `#`: no browser sends that, so it is in no log of a server or
 * a proxy and in no Referer. The page posts it; without scripts the link is pasted into the form.
 * @param path where its form goes
 */
export function openLinkPage(title: string, path: string): Page {
  return {
    title,
    script: SCRIPT,
    content: html`<header><h1>${title}</h1><p class="muted">Paste the link that you were given.</p></header>
<form class="stack" method="post" action="${path}">
<div class="field"><label for="token">Link</label>
<input id="token" name="token" type="text" autocomplete="off" required maxlength="300"></div>
<button class="button primary wide" type="submit">Open</button></form>`,
  };
}

/** The fields of a form that came from such a page, and the token; a whole link may have been pasted. */
export function readLinkForm({ body }: Pick<FastifyRequest, 'body'>): {
  fields: URLSearchParams;
  token: string;
} {
  const fields = new URLSearchParams(Buffer.isBuffer(body) ? body.toString() : '');
  return { fields, token: (fields.get('token') ?? '').trim().split('#').at(-1) ?? '' };
}
