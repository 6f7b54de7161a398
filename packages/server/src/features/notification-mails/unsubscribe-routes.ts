import type { FastifyRequest } from 'fastify';
import type { Environment } from '../../environment/environment.ts';
import { acceptForms, answerPageErrors, html, type Page, sendPage } from '../../html/index.ts';
import { type App, addressKey, createCallLimit, readSignedId } from '../../http/index.ts';
import { unsubscribe } from './queue.ts';
import { unsubscribePath } from './unsubscribe-url.ts';

/** Visits with an invalid link, per address and minute. */
const MAX_MISSES_PER_MINUTE = 30;

/** Ends the mails to a person by the link in each mail (RFC 8058): a POST ends them, and a GET shows a button for it. */
export function unsubscribePages(app: App, env: Environment): void {
  const limit = createCallLimit('visits by invalid links', MAX_MISSES_PER_MINUTE, env.redis);
  const path = unsubscribePath(env);
  app.register(async (plain) => {
    const scope = plain as App;
    acceptForms(scope);
    // Mail services post a form of either type. The link says all.
    scope.addContentTypeParser('multipart/form-data', { parseAs: 'buffer' }, (_request, _body, done) =>
      done(null),
    );
    answerPageErrors(scope, (error, _request, reply) =>
      sendPage(reply, page('This did not work', `${error.message}.`), error.status),
    );
    const options = { schema: { hide: true }, config: { auth: 'none' } } as const;

    scope.get(path, options, async (request, reply) => {
      if (readPerson(env, request) !== undefined) return sendPage(reply, askPage);
      await limit.take(addressKey(request.ip), reply);
      return sendPage(reply, deadLinkPage, 404);
    });

    scope.post(path, options, async (request, reply) => {
      const userId = readPerson(env, request);
      if (userId !== undefined && (await unsubscribe(env.db, userId))) return sendPage(reply, donePage);
      await limit.take(addressKey(request.ip), reply);
      return sendPage(reply, deadLinkPage, 404);
    });
  });
}

function readPerson(env: Environment, { query }: FastifyRequest): string | undefined {
  const { token } = query as { token?: unknown };
  return typeof token === 'string' ? readSignedId(env, 'end of mails', token) : undefined;
}

const page = (title: string, text: string, more?: Page['content']): Page => ({
  title,
  content: html`<header><h1>${title}</h1><p class="muted">${text}</p></header>${more}`,
});

// A form without an action posts to the address of the page, which has the token.
const askPage = page(
  'Stop these emails?',
  'Ringbinder will no longer send you emails about what is new. You still find it in the app.',
  html`<form class="stack" method="post"><button class="button primary wide" type="submit">Stop emails</button></form>`,
);
const donePage = page(
  'Emails are off',
  'Ringbinder no longer sends you emails about what is new. To get them again, change your notification settings in the app.',
);
const deadLinkPage = page('This link does not work', 'It is incomplete. Open it again from the email.');
