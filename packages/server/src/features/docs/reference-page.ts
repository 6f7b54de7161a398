import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { fastify } from 'fastify';
import { prepareContent, type SentContent } from './sent-content.ts';

export interface ReferencePage {
  html: string;
  contentSecurityPolicy: string;
  script: SentContent;
}

const SCRIPT_PATH = '/docs/reference.js';

const configuration = {
  url: '/openapi.json',
  cdn: SCRIPT_PATH,
  pageTitle: 'Ringbinder API',
  theme: 'none',
  withDefaultFonts: false,
  telemetry: false,
  hideClientButton: true,
  showDeveloperTools: 'never',
  agent: { disabled: true },
  mcp: { disabled: true },
  authentication: { preferredSecurityScheme: 'bearer' },
  documentDownloadType: 'json',
  modelsSectionLabel: 'Resources',
  // The library's samples contain invented ids. The document has its own.
  hiddenClients: { shell: ['curl'] as ['curl'] },
} as const;

export async function loadReferencePage(): Promise<ReferencePage> {
  const { default: reference } = await import('@scalar/fastify-api-reference');
  const customCss = await readFile(new URL('reference.css', import.meta.url), 'utf8');
  const library = fastify();
  await library.register(reference, { routePrefix: '/', configuration: { ...configuration, customCss } });
  const html = withHead((await library.inject('/')).payload);
  const script = (await library.inject('/js/scalar.js')).rawPayload;
  await library.close();
  return {
    html,
    contentSecurityPolicy: policyFor(html),
    script: await prepareContent(script),
  };
}

// Without an icon, browsers request /favicon.ico.
const ICON =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16" fill="#0b6470"><rect width="16" height="16" rx="3"/><g fill="#fff"><circle cx="5" cy="3.5" r="1.4"/><circle cx="5" cy="8" r="1.4"/><circle cx="5" cy="12.5" r="1.4"/></g></svg>';

function withHead(html: string): string {
  const icon = `<link rel="icon" href="data:image/svg+xml,${encodeURIComponent(ICON)}" />`;
  return html.replace('<html>', '<html lang="en">').replace('</head>', `  ${icon}\n  </head>`);
}

function policyFor(html: string): string {
  const inlineScripts = [...html.matchAll(/<script type="text\/javascript">(.*?)<\/script>/gs)];
  return [
    "default-src 'none'",
    `script-src 'self' ${inlineScripts.map(([, script = '']) => `'sha256-${hashOf(script)}'`).join(' ')}`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self' data:",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

function hashOf(content: string): string {
  return createHash('sha256').update(content).digest('base64');
}
