import type { RenderedPage } from '../http/index.ts';
import { html } from './markup.ts';
import { renderPage } from './page.ts';

/** Shown if overload protection rejects the request of a browser. */
export const serviceUnavailablePage: RenderedPage = renderPage({
  title: 'Busy',
  content: html`<header><h1>The service is busy</h1><p class="muted">It has more to do than it can at this moment. If you sent something, it was not taken, and nothing has changed.</p></header>
<p>A page that you opened loads by itself in a few seconds. After sending a form, go back and send it once more.</p>`,
});
