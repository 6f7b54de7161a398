import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { fastify } from 'fastify';
import { iconPath, tokenStylesheetPath } from '../../html/index.ts';
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
  const styles = await readFile(new URL('reference.css', import.meta.url), 'utf8');
  const customCss = styles.replace('url("icon.svg")', `url("${iconPath}")`);
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

const HEAD = `  <link rel="icon" href="${iconPath}" type="image/svg+xml" />
    <link rel="stylesheet" href="${tokenStylesheetPath}" />
`;

function withHead(page: string): string {
  return page.replace('<html>', '<html lang="en">').replace('</head>', `${HEAD}  </head>`);
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
