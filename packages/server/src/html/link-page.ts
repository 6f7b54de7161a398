import type { FastifyRequest } from 'fastify';
import { html } from './markup.ts';
import type { Page } from './page.ts';
import type { Words } from './words.ts';

const SCRIPT = `
const form = document.querySelector('form');
const token = location.hash.slice(1);
if (token) {
  form.elements.token.value = token;
  form.submit();
}`;

/**
 * No log or Referer contains the URL's fragment with the token. Without scripts, the visitor must paste the
 * link.
 */
export function openLinkPage({ tag, text }: Words, title: string, path: string): Page {
  return {
    title,
    language: tag,
    script: SCRIPT,
    content: html`<header><h1>${title}</h1><p class="muted">${text('page.paste_link')}</p></header>
<form class="stack" method="post" action="${path}">
<div class="field"><label for="token">${text('page.link')}</label>
<input id="token" name="token" type="text" autocomplete="off" required maxlength="300"></div>
<button class="button primary wide" type="submit">${text('page.open')}</button></form>`,
  };
}

export function readLinkForm({ body }: Pick<FastifyRequest, 'body'>): {
  fields: URLSearchParams;
  token: string;
} {
  const fields = new URLSearchParams(Buffer.isBuffer(body) ? body.toString() : '');
  return { fields, token: (fields.get('token') ?? '').trim().split('#').at(-1) ?? '' };
}
