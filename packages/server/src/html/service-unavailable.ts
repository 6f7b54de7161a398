import type { RenderedPage } from '../http/index.ts';
import { html } from './markup.ts';
import { renderPage } from './page.ts';

/** Sent if overload protection rejects the navigation of a browser. */
export const serviceUnavailablePage: RenderedPage = renderPage({
  title: 'Busy',
  content: html`<header><h1>The service is busy</h1><p class="muted">There are too many requests right now. If you submitted something, it was not accepted and nothing has changed.</p></header>
<p>A page you opened will reload in a few seconds. If you submitted a form, go back and submit it again.</p>`,
});
