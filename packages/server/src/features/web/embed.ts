import { createHash } from 'node:crypto';
import { embedModules, moduleTitles } from '@ringbinder/protocol';
import type { FastifyReply } from 'fastify';
import type { Environment } from '../../environment/environment.ts';
import {
  appStylesheetPath,
  embedStylesheetPath,
  html,
  iconPath,
  type Markup,
  meetStylesheetPath,
  Markup as RawMarkup,
  sentenceOf,
  stylesheetPath,
} from '../../html/index.ts';
import type { App } from '../../http/index.ts';
import { findEmbedOrigins } from '../embed/index.ts';
import { pageRoot, unregistered } from '../oauth/index.ts';
import type { Bundle } from './bundle.ts';
import { connectSources } from './connect-sources.ts';

/** A semicolon would end the `frame-ancestors` directive. */
const SOURCE = /^https?:\/\/[\w.:[\]-]+$/;

interface EmbedQuery {
  client_id: string;
  origin: string;
  widget: string;
  isPopup: boolean;
  /** Empty if the browser does not report them. */
  ancestors: string[];
}

/** Uses no cookies, because the embedding page provides the session. */
export function embedRoutes(app: App, env: Environment, bundle: Bundle | undefined): void {
  const root = pageRoot(env);
  const open = { schema: { hide: true }, config: { auth: 'none' } } as const;

  app.get<{ Params: { module: string }; Querystring: Record<string, unknown> }>(
    `${root}/embed/:module`,
    open,
    async (request, reply) => {
      const module = embedModules.find((each) => each === request.params.module);
      if (!module) return reply.callNotFound();
      const query = readQuery(request.query);
      const origins = await findEmbedOrigins(env.db, query.client_id);
      const refuse = (status: number, error: EmbedProblem) => sendProblem(reply, status, query, error);
      if (!origins)
        return refuse(404, {
          code: 'invalid client_id',
          title: 'Unknown client',
          message: `client ${query.client_id} does not exist: pass the client_id of a registered client to Service.init`,
        });
      // Without this check, the browser would show an empty frame and no reason.
      const around = query.isPopup ? [] : query.ancestors;
      const stranger = [query.origin, ...around].find((each) => !origins.includes(each));
      if (stranger !== undefined)
        return refuse(403, {
          code: 'origin not registered',
          title: 'Not allowed on this page',
          message: unregistered(stranger, query.client_id),
        });
      if (!bundle)
        return refuse(503, {
          code: 'unavailable',
          title: 'The pages are not built',
          message: 'the pages of the server are not built: start it with npm start, which builds them',
        });
      const boot = {
        page: 'embed',
        module,
        base: env.basePath,
        root,
        environment: env.name,
        client_id: query.client_id,
        origin: query.origin,
        widget: query.widget,
        is_popup: query.isPopup,
        meet_styles: meetStylesheetPath,
      };
      const body = html`<div id="app" class="embed" data-boot="${JSON.stringify(boot)}"></div>
<noscript><p class="empty">This needs JavaScript.</p></noscript>`;
      const { script, preloads } = bundle.embedScriptsOf(module);
      const scripts = html`<link rel="stylesheet" href="${appStylesheetPath}">
<link rel="stylesheet" href="${embedStylesheetPath}">
${
  module === 'meet' &&
  html`<link rel="stylesheet" href="${meetStylesheetPath}">
`
}<script type="module" src="${script}"></script>
${preloads.map(
  (path) => html`<link rel="modulepreload" href="${path}">
`,
)}`;
      const ancestors = query.isPopup ? "'none'" : origins.filter((each) => SOURCE.test(each)).join(' ');
      return send(
        reply,
        { title: moduleTitles[module], head: scripts, body },
        `default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; media-src 'self' blob:; font-src 'self'; connect-src ${module === 'meet' ? connectSources(env.config) : "'self'"}; frame-src 'self'; worker-src 'self' blob:; form-action 'self'; frame-ancestors ${ancestors}; base-uri 'none'`,
      );
    },
  );
}

function readQuery(query: Record<string, unknown>): EmbedQuery {
  const text = (name: string) => (typeof query[name] === 'string' ? query[name].slice(0, 200) : '');
  const origin = text('origin');
  return {
    ancestors: ancestorsIn(query),
    client_id: text('client_id'),
    origin: URL.parse(origin)?.origin === origin ? origin : '',
    widget: /^[\w-]{1,64}$/.test(text('widget')) ? text('widget') : '',
    isPopup: text('popup') === '1',
  };
}

const MAX_ANCESTORS = 20;

/** An invalid origin becomes an empty string, which no client can register. */
export function ancestorsIn({ ancestors }: Record<string, unknown>): string[] {
  if (typeof ancestors !== 'string' || ancestors === '') return [];
  return ancestors
    .split(',', MAX_ANCESTORS)
    .map((each) => (URL.parse(each)?.origin === each && each.length <= 200 ? each : ''));
}

interface EmbedProblem {
  code: string;
  title: string;
  message: string;
}

/** Any page may frame the error, so that its developer sees it. */
function sendProblem(
  reply: FastifyReply,
  status: number,
  { origin, widget }: EmbedQuery,
  { code, title, message }: EmbedProblem,
): FastifyReply {
  const frame = { ringbinder: 1, widget, type: 'error', error_code: code, error_message: message };
  const body = html`<main class="gate"><div class="card"><header><h1>${title}</h1><p class="muted">${sentenceOf(message)}</p></header></div></main>
<script id="problem" type="application/json" data-frame="${JSON.stringify(frame)}" data-origin="${origin}"></script>
${new RawMarkup(`<script>${REPORT_SCRIPT}</script>`)}`;
  const hash = createHash('sha256').update(REPORT_SCRIPT).digest('base64');
  return send(
    reply.code(status),
    { title, head: html``, body },
    `default-src 'none'; style-src 'self'; img-src 'self'; font-src 'self'; script-src 'sha256-${hash}'; frame-ancestors *; base-uri 'none'; form-action 'none'`,
  );
}

/** The script contains nothing from the request, so its hash is constant. */
const REPORT_SCRIPT = `(() => {
  const { frame, origin } = document.getElementById('problem').dataset;
  const other = window.opener ?? (window.parent === window ? null : window.parent);
  if (other && origin) other.postMessage(JSON.parse(frame), origin);
})();`;

function send(
  reply: FastifyReply,
  { title, head, body }: { title: string; head: Markup; body: Markup },
  policy: string,
): FastifyReply {
  const document = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title} · Ringbinder</title>
<link rel="icon" href="${iconPath}" type="image/svg+xml">
<link rel="stylesheet" href="${stylesheetPath}">
${head}</head>
<body>
${body}
</body>
</html>
`;
  // Cross-origin isolated pages require the resource policy and the embedder policy.
  return reply
    .type('text/html; charset=utf-8')
    .header('content-security-policy', policy)
    .header('x-content-type-options', 'nosniff')
    .header('referrer-policy', 'no-referrer')
    .header('cross-origin-resource-policy', 'cross-origin')
    .header('cross-origin-embedder-policy', 'require-corp')
    .header('cache-control', 'no-store')
    .send(document.text);
}
