import type { Environment } from '../../environment/environment.ts';
import { acceptForms, answerPageErrors, openLinkPage, readLinkForm, sendPage } from '../../html/index.ts';
import { type App, addressKey, createCallLimit } from '../../http/index.ts';
import { openApprovalLink, pressLinkedButton, readLinkedStep } from './answer.ts';
import { stepPagePath } from './create.ts';
import { answeredPage, deadLinkPage, problemPage, stepPage } from './pages.ts';
import { MAX_CALLS_PER_MINUTE } from './routes.ts';

/**
 * Serves a form with the buttons of a step, which cannot be framed. The token follows the `#`, which browsers do not
 * send. A script posts it to open the form; answering needs no script.
 */
export function approvalLinkPages(app: App, env: Environment): void {
  const limit = createCallLimit('visits by step links', MAX_CALLS_PER_MINUTE, env.redis);
  const path = stepPagePath(env);
  app.register(async (plain) => {
    const scope = plain as App;
    acceptForms(scope);
    answerPageErrors(scope, (error, request, reply) => {
      if (error.status === 401 || error.status === 403) return sendPage(reply, deadLinkPage(), 404);
      const { token } = readLinkForm(request);
      return sendPage(reply, problemPage(error.message, { path, token }), error.status);
    });

    const options = { schema: { hide: true }, config: { auth: 'none' } } as const;
    scope.get(path, options, (_request, reply) => sendPage(reply, openLinkPage('Answer a request', path)));

    scope.post(path, options, async (request, reply) => {
      await limit.take(addressKey(request.ip), reply);
      const { fields, token } = readLinkForm(request);
      const link = await openApprovalLink(env, token);
      const seen = await readLinkedStep(env, link);
      const buttonId = fields.get('click_button_id');
      if (buttonId === null) return sendPage(reply, stepPage(seen, { path, token }));
      await pressLinkedButton(env, link, buttonId);
      return sendPage(reply, answeredPage(seen, buttonId));
    });
  });
}
