import { html, type Page, sentenceOf } from '../../../html/index.ts';

/** The page at the end, which closes its window; without a script the person does. */
export function signedInPage(): Page {
  return {
    title: 'Signed in',
    script: 'window.close()',
    content: html`<header><h1>You are signed in</h1><p class="muted">Close this window, and go on in the page that it came from.</p></header>`,
  };
}

/** The page that says why nobody was signed in. The page that opened the window is told the same. */
export function notSignedInPage(message: string, requestId: string): Page {
  return {
    title: 'You are not signed in',
    content: html`<header><h1>You are not signed in</h1></header>
<p class="notice bad" role="alert">${sentenceOf(message)}</p>
<p class="muted">Close this window, and try again in the page that it came from.</p>
<p class="small muted">Request ${requestId}</p>`,
  };
}
