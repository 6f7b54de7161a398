import { createHash } from 'node:crypto';
import type { FastifyReply } from 'fastify';
import type { RenderedPage } from '../http/index.ts';
import { type Child, html, Markup } from './markup.ts';
import { iconPath, stylesheetPath } from './style.ts';

export interface Page {
  title: string;
  language?: string;
  content: Child;
  footer?: Child;
  formTargets?: readonly string[];
  refreshTo?: string;
  /** The page must work without the script, which must not contain user input. */
  script?: string;
  isWide?: boolean;
}

export const BRAND_MARK = html`<svg viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" aria-hidden="true"><rect x="6" y="3" width="14" height="18" rx="2.5"/><path d="M3.5 8h5M3.5 12h5M3.5 16h5M13 8h4"/></svg>`;

function write({ title, language = 'en', content, footer, script, refreshTo, isWide }: Page): Markup {
  return html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
${refreshTo !== undefined && html`<meta http-equiv="refresh" content="0; url=${refreshTo}">`}
<title>${title} · Ringbinder</title>
<link rel="icon" href="${iconPath}" type="image/svg+xml">
<link rel="stylesheet" href="${stylesheetPath}">
</head>
<body>
<div class="gate${isWide && ' wide'}">
<main>
<p class="brand">${BRAND_MARK} Ringbinder</p>
<div class="card">${content}</div>
</main>
${footer && html`<footer>${footer}</footer>`}
</div>
${script && new Markup(`<script>${script}</script>`)}
</body>
</html>
`;
}

/** The page runs only its own script, cannot be framed or cached, and sends no Referer to other sites. */
export function renderPage(page: Page): RenderedPage {
  const targets = ["'self'", ...(page.formTargets ?? [])].join(' ');
  const scripts = page.script === undefined ? '' : ` script-src 'sha256-${digest(page.script)}';`;
  return {
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-language': page.language ?? 'en',
      vary: 'accept-language, cookie',
      'content-security-policy': `default-src 'none'; style-src 'self'; img-src 'self'; font-src 'self';${scripts} form-action ${targets}; frame-ancestors 'none'; base-uri 'none'`,
      'x-frame-options': 'DENY',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'same-origin',
      'cross-origin-opener-policy': 'same-origin-allow-popups',
      'cache-control': 'no-store',
    },
    text: write(page).text,
  };
}

export function sendPage(reply: FastifyReply, page: Page, status = 200): FastifyReply {
  const { headers, text } = renderPage(page);
  return reply.code(status).headers(headers).send(text);
}

function digest(script: string): string {
  return createHash('sha256').update(script).digest('base64');
}
