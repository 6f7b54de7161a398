import { catalogueOf } from '@ringbinder/locales';
import type { FastifyReply } from 'fastify';
import {
  appStylesheetPath,
  consoleStylesheetPath,
  html,
  iconPath,
  latinFontPath,
  type Markup,
  meetStylesheetPath,
  playgroundStylesheetPath,
  sendPage,
  stylesheetPath,
} from '../../html/index.ts';
import type { Bundle } from './bundle.ts';
import type { ScriptedPage } from './manifest.ts';

export interface AppPage {
  title: string;
  /** Must contain only what the visitor may see. */
  boot: { page: ScriptedPage; root?: string; user?: { name?: string; language?: string } } & Record<
    string,
    unknown
  >;
  connectsTo?: string;
  beside?: Markup;
}

export function sendApp(reply: FastifyReply, bundle: Bundle | undefined, page: AppPage): FastifyReply {
  if (!bundle) {
    const content = html`<header><h1>The pages are not built</h1><p class="muted">Start the server with npm start, which builds them.</p></header>`;
    return sendPage(reply, { title: page.title, content }, 503);
  }
  return reply
    .headers(headersOf(page))
    .header('cache-control', 'no-store')
    .send(documentOf(bundle, page).text);
}

const isApp = ({ boot }: AppPage) => boot.page === 'app' || boot.page === 'offline';

export function headersOf(page: AppPage): Record<string, string> {
  const installs = isApp(page) ? "; worker-src 'self'; manifest-src 'self'" : '';
  return {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': `default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; media-src 'self' blob:; font-src 'self'; connect-src ${page.connectsTo ?? "'self'"}; frame-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'${installs}`,
    'x-frame-options': 'DENY',
    // Windows that the playground opens can access their opener.
    'cross-origin-opener-policy': 'same-origin-allow-popups',
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'same-origin',
  };
}

/** Only the app and the console are translated. */
const langOf = ({ boot }: AppPage) =>
  boot.page === 'app' || boot.page === 'console'
    ? new Intl.Locale(catalogueOf(boot.user?.language ?? '')).toString()
    : 'en';

export function documentOf(bundle: Bundle, page: AppPage): Markup {
  const { script, preloads } = bundle.scriptsOf(page.boot.page);
  const texts = bundle.textsOf(page.boot.page, page.boot.user?.language);
  return html`<!doctype html>
<html lang="${langOf(page)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${page.title} · Ringbinder</title>
<link rel="icon" href="${iconPath}" type="image/svg+xml">
${isApp(page) && html`<link rel="manifest" href="${page.boot.root}/app.webmanifest">`}
<link rel="preload" href="${latinFontPath}" as="font" type="font/woff2" crossorigin>
<link rel="stylesheet" href="${stylesheetPath}">
${page.boot.page === 'console' && html`<link rel="stylesheet" href="${consoleStylesheetPath}">`}
${page.boot.page === 'playground' && html`<link rel="stylesheet" href="${playgroundStylesheetPath}">`}
${page.boot.page !== 'console' && page.boot.page !== 'playground' && html`<link rel="stylesheet" href="${appStylesheetPath}">`}
${page.boot.page === 'meet' && html`<link rel="stylesheet" href="${meetStylesheetPath}">`}
<script type="module" src="${script}"></script>
${[...preloads, ...texts].map(
  (path) => html`<link rel="modulepreload" href="${path}">
`,
)}</head>
<body>
<div id="app" data-boot="${JSON.stringify(page.boot)}"></div>
<noscript><p class="empty">This page needs JavaScript.</p></noscript>
${page.beside}
</body>
</html>
`;
}
