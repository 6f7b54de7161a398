import type { FastifyError, FastifyReply } from 'fastify';
import Type from 'typebox';
import type { Environment } from '../../../environment/environment.ts';
import { acceptForms, guardForms, pageCookies, sendPage } from '../../../html/index.ts';
import {
  type App,
  addressKey,
  asApiError,
  compileValidator,
  createCallLimit,
  describeInvalid,
  logFailure,
} from '../../../http/index.ts';
import { startSession } from '../../oauth/index.ts';
import { claimSetup, isSetupToken, SetupClaim } from '../../setup/index.ts';
import { refuseNewPassword } from '../../users/index.ts';
import { type SetupProblem, setupFormPage, setupProblemPage } from './pages.ts';

const Query = Type.Object({ token: Type.Optional(Type.String({ maxLength: 200 })) });

const VISITS_A_MINUTE = 30;

/** `/setup` and `/sandbox/setup`: a form that works without scripts. */
export function setupPage(app: App, env: Environment): void {
  const root = env.basePath.replace(/\/v1$/, '');
  const limit = createCallLimit('visits of the set-up page', VISITS_A_MINUTE, env.redis);
  const forms = guardForms(env, pageCookies(env));
  const check = compileValidator({ schema: SetupClaim, method: 'POST', url: '/setup', httpPart: 'body' });
  app.register(async (plain) => {
    const scope = plain as App;
    acceptForms(scope);
    scope.setErrorHandler<FastifyError>((thrown, request, reply) => {
      const error = asApiError(thrown, request);
      logFailure(error, request);
      return sendPage(reply, setupProblemPage('This does not work', `${error.message}.`), error.status);
    });

    const schema = { querystring: Query, hide: true } as const;
    scope.get(`${root}/setup`, { schema, config: { auth: 'none' } }, async (request, reply) => {
      await limit.take(addressKey(request.ip), reply);
      const { token = '' } = request.query;
      if (!(await isSetupToken(env, token))) return sendDeadLink(reply, root);
      const guard = forms.field(request, reply);
      return sendPage(reply, setupFormPage({ action: `${root}/setup`, guard, token, values: {} }));
    });

    const options = { schema: { hide: true }, config: { auth: 'none' } } as const;
    scope.post(`${root}/setup`, options, async (request, reply) => {
      await limit.take(addressKey(request.ip), reply);
      const form = forms.read(request);
      const token = form.field('token').slice(0, 200);
      if (!(await isSetupToken(env, token))) return sendDeadLink(reply, root);
      const names = Object.keys(SetupClaim.properties);
      const values = Object.fromEntries(names.map((name) => [name, form.field(name).trim()]));
      const claim = { ...values, password: form.field('password') };
      // The password is checked first, because this message is more specific than the schema's.
      const problem = (await passwordProblem(claim as SetupClaim)) ?? problemOf(claim);
      if (problem !== undefined) {
        const guard = forms.field(request, reply);
        return sendPage(
          reply,
          setupFormPage({ action: `${root}/setup`, guard, token, values, problem }),
          400,
        );
      }
      const { userId } = await claimSetup(env, token, claim as SetupClaim, request.ip);
      await startSession(env, request, reply, userId, 'setup');
      return reply.redirect(`${root}/admin`, 303);
    });
  });

  function problemOf(claim: object): SetupProblem | undefined {
    if (check(claim) === true) return undefined;
    const { errors } = check as { errors?: Parameters<typeof describeInvalid>[0] };
    const { message } = describeInvalid((errors ?? []).slice(0, 1), 'form');
    const [field = ''] = message.split(' ');
    return { field, message: `${message.slice(0, 1).toUpperCase()}${message.slice(1)}.` };
  }
}

async function passwordProblem({ password, email }: SetupClaim): Promise<SetupProblem | undefined> {
  const refusal = await refuseNewPassword(password, email);
  return refusal === undefined ? undefined : { field: 'password', message: `The password ${refusal}.` };
}

function sendDeadLink(reply: FastifyReply, root: string): FastifyReply {
  const page = setupProblemPage(
    'This link no longer works',
    'It was used, or the server was restarted. Until there is an admin, the server prints a new link at each start.',
    `${root}/sign-in`,
  );
  return sendPage(reply, page, 403);
}
