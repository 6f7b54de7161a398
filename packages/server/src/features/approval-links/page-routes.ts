import { answersOf } from '@ringbinder/protocol/form-answers.ts';
import type { Environment } from '../../environment/environment.ts';
import { ApiError } from '../../errors.ts';
import {
  acceptForms,
  answerPageErrors,
  errorTexts,
  openLinkPage,
  readLinkForm,
  sendPage,
  wordsFor,
} from '../../html/index.ts';
import { type App, addressKey, createCallLimit } from '../../http/index.ts';
import { openApprovalLink, pressLinkedButton, readLinkedStep } from './answer.ts';
import { stepPagePath } from './create.ts';
import { entryName } from './form-page.ts';
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
    answerPageErrors(scope, async (error, request, reply) => {
      const words = await wordsFor(env, request);
      if (error.status === 401 || error.status === 403) return sendPage(reply, deadLinkPage(words), 404);
      const { token } = readLinkForm(request);
      return sendPage(reply, problemPage(words, errorTexts(words, error), { path, token }), error.status);
    });

    const options = { schema: { hide: true }, config: { auth: 'none' } } as const;
    scope.get(path, options, async (request, reply) => {
      const words = await wordsFor(env, request);
      return sendPage(reply, openLinkPage(words, words.text('page.answer_request'), path));
    });

    scope.post(path, options, async (request, reply) => {
      await limit.take(addressKey(request.ip), reply);
      const { fields, token } = readLinkForm(request);
      const link = await openApprovalLink(env, token);
      const seen = await readLinkedStep(env, link);
      const words = await wordsFor(env, request, link);
      const buttonId = fields.get('click_button_id');
      if (buttonId === null) return sendPage(reply, stepPage(words, seen, { path, token }));
      const fieldsOfForm = seen.step.fields;
      const answers = fieldsOfForm && answersOf(fieldsOfForm, (id) => fields.get(entryName(id)));
      try {
        await pressLinkedButton(env, link, { buttonId, answers });
      } catch (error) {
        const problems = answerProblems(error);
        if (problems.size === 0) throw error;
        const rejected = { problems, valueOf: (name: string) => fields.get(name) };
        return sendPage(reply, stepPage(words, seen, { path, token }, rejected), 400);
      }
      return sendPage(reply, answeredPage(words, seen, buttonId));
    });
  });
}

/** The reasons why answers were rejected, by the id of the field. */
function answerProblems(error: unknown): Map<string, string> {
  const errors = error instanceof ApiError ? (error.errors ?? []) : [];
  const prefix = entryName('');
  return new Map(
    errors.flatMap(({ path, message }) =>
      path.startsWith(prefix) ? [[path.slice(prefix.length), message] as const] : [],
    ),
  );
}
