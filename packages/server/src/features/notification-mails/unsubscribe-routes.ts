import type { FastifyRequest } from 'fastify';
import type { Environment } from '../../environment/environment.ts';
import {
  acceptForms,
  answerPageErrors,
  errorTexts,
  html,
  type Page,
  sendPage,
  type Words,
  wordsFor,
} from '../../html/index.ts';
import { type App, addressKey, createCallLimit, readSignedId } from '../../http/index.ts';
import { findLanguage } from '../users/index.ts';
import { unsubscribe } from './queue.ts';
import { unsubscribePath } from './unsubscribe-url.ts';

const MAX_MISSES_PER_MINUTE = 30;

/** Implements RFC 8058. */
export function unsubscribePages(app: App, env: Environment): void {
  const limit = createCallLimit('visits by invalid links', MAX_MISSES_PER_MINUTE, env.redis);
  const path = unsubscribePath(env);
  app.register(async (plain) => {
    const scope = plain as App;
    acceptForms(scope);
    // Some mail services send the POST with a multipart form.
    scope.addContentTypeParser('multipart/form-data', { parseAs: 'buffer' }, (_request, _body, done) =>
      done(null),
    );
    answerPageErrors(scope, async (error, request, reply) => {
      const words = await wordsFor(env, request);
      const title = words.text('page.did_not_work');
      return sendPage(reply, page(words, title, errorTexts(words, error).message), error.status);
    });
    const options = { schema: { hide: true }, config: { auth: 'none' } } as const;

    scope.get(path, options, async (request, reply) => {
      const words = await wordsOf(request);
      if (readPerson(env, request) !== undefined) return sendPage(reply, askPage(words));
      await limit.take(addressKey(request.ip), reply);
      return sendPage(reply, deadLinkPage(words), 404);
    });

    scope.post(path, options, async (request, reply) => {
      const userId = readPerson(env, request);
      const words = await wordsOf(request);
      if (userId !== undefined && (await unsubscribe(env.db, userId)))
        return sendPage(reply, donePage(words));
      await limit.take(addressKey(request.ip), reply);
      return sendPage(reply, deadLinkPage(words), 404);
    });
  });

  async function wordsOf(request: FastifyRequest): Promise<Words> {
    const userId = readPerson(env, request);
    return wordsFor(env, request, userId === undefined ? undefined : await findLanguage(env.db, userId));
  }
}

function readPerson(env: Environment, { query }: FastifyRequest): string | undefined {
  const { token } = query as { token?: unknown };
  return typeof token === 'string' ? readSignedId(env, 'end of mails', token) : undefined;
}

const page = ({ tag }: Words, title: string, text: string, more?: Page['content']): Page => ({
  title,
  language: tag,
  content: html`<header><h1>${title}</h1><p class="muted">${text}</p></header>${more}`,
});

function askPage(words: Words): Page {
  const { text } = words;
  const form = html`<form class="stack" method="post"><button class="button primary wide" type="submit">${text('page.stop_emails')}</button></form>`;
  return page(words, text('page.stop_title'), text('page.stop_explain'), form);
}

const donePage = (words: Words) =>
  page(words, words.text('page.stopped'), words.text('page.stopped_explain'));

const deadLinkPage = (words: Words) =>
  page(words, words.text('page.dead_link'), words.text('page.stop_dead'));
