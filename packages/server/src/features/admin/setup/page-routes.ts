import type { FastifyReply } from 'fastify';
import Type from 'typebox';
import type { Environment } from '../../../environment/environment.ts';
import {
  acceptForms,
  answerPageErrors,
  errorTexts,
  guardForms,
  pageCookies,
  sendPage,
  type Words,
  wordsFor,
} from '../../../html/index.ts';
import {
  type App,
  addressKey,
  compileValidator,
  createCallLimit,
  describeInvalid,
} from '../../../http/index.ts';
import { newPasswordProblem, startSession } from '../../oauth/index.ts';
import { claimSetup, isSetupToken, SetupClaim } from '../../setup/index.ts';
import { type SetupProblem, setupFormPage, setupLabels, setupProblemPage } from './pages.ts';

const Query = Type.Object({ token: Type.Optional(Type.String({ maxLength: 200 })) });

const VISITS_A_MINUTE = 30;

export function setupPage(app: App, env: Environment): void {
  const root = env.basePath.replace(/\/v1$/, '');
  const limit = createCallLimit('visits of the set-up page', VISITS_A_MINUTE, env.redis);
  const forms = guardForms(env, pageCookies(env));
  const check = compileValidator({ schema: SetupClaim, method: 'POST', url: '/setup', httpPart: 'body' });
  app.register(async (plain) => {
    const scope = plain as App;
    acceptForms(scope);
    answerPageErrors(scope, async (error, request, reply) => {
      const words = await wordsFor(env, request);
      return sendPage(reply, setupProblemPage(words, errorTexts(words, error)), error.status);
    });

    const schema = { querystring: Query, hide: true } as const;
    scope.get(`${root}/setup`, { schema, config: { auth: 'none' } }, async (request, reply) => {
      await limit.take(addressKey(request.ip), reply);
      const { token = '' } = request.query;
      const words = await wordsFor(env, request);
      if (!(await isSetupToken(env, token))) return sendDeadLink(words, reply, root);
      const guard = forms.field(request, reply);
      return sendPage(reply, setupFormPage(words, { action: `${root}/setup`, guard, token, values: {} }));
    });

    const options = { schema: { hide: true }, config: { auth: 'none' } } as const;
    scope.post(`${root}/setup`, options, async (request, reply) => {
      await limit.take(addressKey(request.ip), reply);
      const form = forms.read(request);
      const token = form.field('token').slice(0, 200);
      const words = await wordsFor(env, request);
      if (!(await isSetupToken(env, token))) return sendDeadLink(words, reply, root);
      const names = Object.keys(SetupClaim.properties);
      const values = Object.fromEntries(names.map((name) => [name, form.field(name).trim()]));
      const claim = { ...values, password: form.field('password') };
      // The message about a password is more specific than the schema's.
      const problem = (await passwordProblem(words, claim as SetupClaim)) ?? problemOf(words, claim);
      if (problem !== undefined) {
        const guard = forms.field(request, reply);
        return sendPage(
          reply,
          setupFormPage(words, { action: `${root}/setup`, guard, token, values, problem }),
          400,
        );
      }
      const { userId } = await claimSetup(env, token, claim as SetupClaim, request.ip);
      await startSession(env, request, reply, userId, 'setup');
      return reply.redirect(`${root}/admin`, 303);
    });
  });

  function problemOf(words: Words, claim: object): SetupProblem | undefined {
    if (check(claim) === true) return undefined;
    const { errors } = check as { errors?: Parameters<typeof describeInvalid>[0] };
    const { message } = describeInvalid((errors ?? []).slice(0, 1), 'form');
    const [field = ''] = message.split(' ');
    const label = setupLabels(words)[field] ?? field;
    return { field, message: words.text('page.field_invalid', { field: label }) };
  }
}

async function passwordProblem(
  words: Words,
  { password, email }: SetupClaim,
): Promise<SetupProblem | undefined> {
  const message = await newPasswordProblem(words, password, email);
  return message === undefined ? undefined : { field: 'password', message };
}

function sendDeadLink(words: Words, reply: FastifyReply, root: string): FastifyReply {
  const { text } = words;
  const problem = { title: text('page.setup_dead'), message: text('page.setup_dead_explain') };
  const page = setupProblemPage(words, problem, `${root}/sign-in`);
  return sendPage(reply, page, 403);
}
