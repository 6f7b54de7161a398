import { catalogueOf, openCatalogue } from '@ringbinder/locales';
import type { Environment } from '../../environment/environment.ts';
import { html, sendPage } from '../../html/index.ts';
import type { App } from '../../http/index.ts';
import { findSession, pageRoot } from '../oauth/index.ts';
import { type SampleMail, sampleMails } from './samples.ts';

const HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy':
    "sandbox; default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'self'; base-uri 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-store',
};

export function mailPreviewPage(app: App, env: Environment): void {
  const options = { schema: { hide: true }, config: { auth: 'none' } } as const;
  app.get(`${pageRoot(env)}/admin/mail-preview`, options, async (request, reply) => {
    const session = await findSession(env, request);
    if (!session?.is_admin) {
      const content = html`<header><h1>You are not an admin</h1></header>`;
      return sendPage(reply, { title: 'Emails', content }, 403);
    }
    const { language } = request.query as { language?: unknown };
    const name = catalogueOf(typeof language === 'string' ? language : '');
    const [{ tag }, mails] = await Promise.all([openCatalogue(name), sampleMails(env, name)]);
    return reply.headers(HEADERS).send(documentOf(tag, mails).text);
  });
}

const documentOf = (tag: string, mails: readonly SampleMail[]) => html`<!doctype html>
<html lang="${tag}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${mails[0]?.subject}</title>
<style>
body { margin: 0; padding: 16px; font: 15px/1.5 system-ui, sans-serif; }
section { max-width: 720px; margin: 0 auto 24px; border: 1px solid #8886; border-radius: 8px; overflow: hidden; }
h1 { margin: 0; padding: 12px 16px; font-size: 16px; border-bottom: 1px solid #8886; overflow-wrap: anywhere; }
iframe { display: block; width: 100%; height: 560px; border: 0; border-bottom: 1px solid #8886; }
pre { margin: 0; padding: 16px; font: 13px/1.6 ui-monospace, monospace; white-space: pre-wrap; overflow-wrap: anywhere; }
</style>
</head>
<body>
<main>
${mails.map(
  (mail) => html`<section>
<h1>${mail.subject}</h1>
${mail.html !== undefined && html`<iframe sandbox title="${mail.subject}" srcdoc="${mail.html}"></iframe>`}
<pre>${mail.text}</pre>
</section>
`,
)}</main>
</body>
</html>
`;
