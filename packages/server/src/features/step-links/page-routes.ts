import type { FastifyError, FastifyRequest } from 'fastify';
import type { Environment } from '../../environment.ts';
import { acceptForms, sendPage } from '../../html/index.ts';
import { type App, addressKey, asApiError, createCallLimit, logFailure } from '../../http/index.ts';
import { openStepLink, pressLinkedButton, readLinkedStep } from './answer.ts';
import { answeredPage, deadLinkPage, openPage, problemPage, stepPage } from './pages.ts';
import { MAX_CALLS_PER_MINUTE, stepPagePath } from './routes.ts';

/**
 * The page of links: a form with the buttons, which cannot be framed and needs no script but for opening itself. The token
 * stands behind the `#`, which no browser sends, and is posted from there.
 */
export function stepLinkPages(app: App, env: Environment): void {
  const limit = createCallLimit('visits by step links', MAX_CALLS_PER_MINUTE, env.redis);
  const path = stepPagePath(env);
  app.register(async (plain) => {
    const scope = plain as App;
    acceptForms(scope);
    scope.setErrorHandler<FastifyError>((thrown, request, reply) => {
      const error = asApiError(thrown, request);
      logFailure(error, request);
      if (error.retryAfter !== undefined)
        reply.header('retry-after', Math.max(1, Math.ceil(error.retryAfter)));
      if (error.status === 401 || error.status === 403) return sendPage(reply, deadLinkPage(), 404);
      const token = fieldsOf(request).get('token') ?? '';
      return sendPage(reply, problemPage(error.message, { path, token }), error.status);
    });

    const options = { schema: { hide: true }, config: { auth: 'none' } } as const;
    scope.get(path, options, (_request, reply) => sendPage(reply, openPage(path)));

    scope.post(path, options, async (request, reply) => {
      await limit.take(addressKey(request.ip), reply);
      const fields = fieldsOf(request);
      // A whole link may be pasted.
      const token = (fields.get('token') ?? '').trim().split('#').at(-1) ?? '';
      const link = await openStepLink(env, token);
      const seen = await readLinkedStep(env, link);
      const buttonId = fields.get('click_button_id');
      if (buttonId === null) return sendPage(reply, stepPage(seen, { path, token }));
      await pressLinkedButton(env, link, buttonId);
      return sendPage(reply, answeredPage(seen, buttonId));
    });
  });
}

function fieldsOf({ body }: FastifyRequest): URLSearchParams {
  return new URLSearchParams(Buffer.isBuffer(body) ? body.toString() : '');
}
