import { html, type Markup, type Page } from '../../../html/index.ts';
import type { AuthorizationRequest } from './request.ts';

const MEANINGS: Readonly<Record<string, string>> = {
  read: 'View your binders with their pages, messages and to-dos',
  write: 'Edit them and send messages as you',
};

export interface ConsentState {
  action: string;
  guard: Markup;
  /** Target of “Use another account”; without it, the page has no such button. */
  signOut?: string;
  name: string;
  email: string | null;
  org: string;
}

export function consentPage(
  { client, scope, redirectUri }: Pick<AuthorizationRequest, 'client' | 'scope' | 'redirectUri'>,
  state: ConsentState,
): Page {
  const { host, protocol } = new URL(redirectUri);
  return {
    title: `Allow ${client.name}?`,
    // Browsers apply form-action to the whole redirect chain, which may continue to another host of the client.
    // The form’s only secret is its CSRF token, so every https host is allowed.
    formTargets: host === '' ? [protocol] : [`${protocol}//${host}`, 'https:'],
    content: html`<header><h1>Allow ${client.name}?</h1><p class="muted">${client.name} wants to access your account. You’ll be redirected to ${host || protocol}</p></header>
<ul class="grants">${scope.split(' ').map((word) => html`<li>${MEANINGS[word] ?? word}</li>`)}</ul>
<p class="person"><strong>${state.name}</strong>${state.email && html`<span class="muted small">${state.email}</span>`}<span class="muted small">${state.org}</span></p>
<form method="post" action="${state.action}">${state.guard}
<div class="actions pair"><button class="button" type="submit" name="decision" value="deny">Deny</button>
<button class="button primary" type="submit" name="decision" value="allow">Allow</button></div></form>
${
  state.signOut !== undefined &&
  html`<form method="post" action="${state.signOut}">${state.guard}<button class="button plain wide" type="submit">Use another account</button></form>`
}`,
  };
}
