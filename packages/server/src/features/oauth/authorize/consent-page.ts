import { html, type Markup, type Page, type Words } from '../../../html/index.ts';
import type { AuthorizationRequest } from './request.ts';

const MEANINGS: Readonly<Record<string, string>> = {
  read: 'page.scope_read',
  write: 'page.scope_write',
};

export interface ConsentState {
  action: string;
  guard: Markup;
  signOut?: string;
  name: string;
  email: string | null;
  org: string;
}

export function consentPage(
  { tag, text }: Words,
  { client, scope, redirectUri }: Pick<AuthorizationRequest, 'client' | 'scope' | 'redirectUri'>,
  state: ConsentState,
): Page {
  const { host, protocol } = new URL(redirectUri);
  return {
    title: text('page.allow_title', { name: client.name }),
    language: tag,
    // Browsers apply `form-action` to every redirect after the form. The client may redirect to another host,
    // so all HTTPS hosts are allowed.
    formTargets: host === '' ? [protocol] : [`${protocol}//${host}`, 'https:'],
    content: html`<header><h1>${text('page.allow_title', { name: client.name })}</h1><p class="muted">${text('page.allow_explain', { name: client.name, host: host || protocol })}</p></header>
<ul class="grants">${scope.split(' ').map((word) => html`<li>${MEANINGS[word] ? text(MEANINGS[word]) : word}</li>`)}</ul>
<p class="person"><strong>${state.name}</strong>${state.email && html`<span class="muted small">${state.email}</span>`}<span class="muted small">${state.org}</span></p>
<form method="post" action="${state.action}">${state.guard}
<div class="actions pair"><button class="button" type="submit" name="decision" value="deny">${text('page.deny')}</button>
<button class="button primary" type="submit" name="decision" value="allow">${text('page.allow')}</button></div></form>
${
  state.signOut !== undefined &&
  html`<form method="post" action="${state.signOut}">${state.guard}<button class="button plain wide" type="submit">${text('page.other_account')}</button></form>`
}`,
  };
}
