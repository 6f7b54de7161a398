import { html, type Page } from '../../../html/index.ts';

/** The page that says why a provider's answer did not sign anybody in. @param reason the rest of "the answer …" */
export function refusedPage(reason: string, again: string, requestId: string): Page {
  return {
    title: 'You are not signed in',
    content: html`<header><h1>You are not signed in</h1></header>
<p class="notice bad" role="alert">The answer of your identity provider was not accepted: it ${reason}.</p>
<a class="button primary wide" href="${again}">Sign in again</a>
<p class="small muted">Request ${requestId}</p>`,
  };
}
