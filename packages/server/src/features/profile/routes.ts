import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Environment } from '../../environment/environment.ts';
import { ApiError, type FieldError, invalid } from '../../errors.ts';
import {
  type Form,
  type FormGuard,
  languageFor,
  rememberLanguage,
  sendPage,
  wordsFor,
} from '../../html/index.ts';
import { type App, receiveOptionalFile, streamedBody } from '../../http/index.ts';
import { pathOfPicture, removePicture, storePicture } from '../avatars/index.ts';
import { findSession, type ProfilePages, pageRoot, returnQuery, type SessionUser } from '../oauth/index.ts';
import { acceptPicture, MAX_PICTURE_BYTES } from '../pages/index.ts';
import { checkProfileChange, findProfile, updateProfile } from '../users/index.ts';
import { type ProfileForm, profilePage, ZONE_NEEDED } from './profile-page.ts';

const open = { schema: { hide: true }, config: { auth: 'none' } } as const;

const PAGE = '/profile';
const REMOVAL = '/profile/picture/remove';

const pathsOf = (env: Environment, request: FastifyRequest) => {
  const root = pageRoot(env);
  const from = returnQuery(env, request);
  return {
    action: `${root}${PAGE}${from}`,
    saved: `${root}${PAGE}${from}${from ? '&' : '?'}saved=1`,
    removal: `${root}${REMOVAL}${from}`,
    back: `${root}/account${from}`,
    signIn: `${root}/sign-in`,
  };
};

function routes(app: App, env: Environment, forms: FormGuard): void {
  const root = pageRoot(env);

  app.get(`${root}${PAGE}`, open, async (request, reply) => {
    const session = await findSession(env, request);
    if (!session) return reply.redirect(pathsOf(env, request).signIn, 303);
    const { saved } = request.query as { saved?: unknown };
    return showProfile(env, forms, { request, reply, session }, { isSaved: saved !== undefined });
  });

  app.post(`${root}${REMOVAL}`, open, async (request, reply) => {
    forms.read(request);
    const paths = pathsOf(env, request);
    const session = await findSession(env, request);
    if (!session) return reply.redirect(paths.signIn, 303);
    await removePicture(env, session.user_id);
    return reply.redirect(paths.saved, 303);
  });
}

/** One form for the texts and the picture: neither is saved if one of them is refused. */
function upload(app: App, env: Environment, forms: FormGuard): void {
  app.post(`${pageRoot(env)}${PAGE}`, { ...open, ...streamedBody }, async (request, reply) => {
    const paths = pathsOf(env, request);
    const session = await findSession(env, request);
    if (!session) return reply.redirect(paths.signIn, 303);
    const visit = { request, reply, session };
    const sent: { profile?: ProfileForm } = {};
    try {
      const file = await receiveOptionalFile(request, env, MAX_PICTURE_BYTES, {
        partName: 'file',
        async admit(fields) {
          sent.profile = readProfile(forms.check(request, fields));
        },
      });
      const picture = file && (await acceptPicture(env, file));
      try {
        if (sent.profile) await saveProfile(env, visit, sent.profile);
        if (picture) await storePicture(env, env.db, session.user_id, picture);
      } finally {
        await picture?.file.bytes.drop();
      }
    } catch (error) {
      if (!(error instanceof ApiError) || ![400, 413].includes(error.status)) throw error;
      const [problem] = error.errors ?? [{ path: 'file', message: error.message }];
      return showProfile(env, forms, visit, { ...sent, problem });
    }
    return reply.redirect(paths.saved, 303);
  });
}

function readProfile(form: Form): ProfileForm {
  const field = (name: string) => form.field(name).trim();
  return {
    first_name: field('first_name'),
    last_name: field('last_name'),
    title: field('title'),
    timezone: field('timezone'),
    language: field('language'),
    working_hours: {
      days: [1, 2, 3, 4, 5, 6, 7].filter((day) => field(`day_${day}`) !== ''),
      from: field('from'),
      to: field('to'),
    },
  };
}

async function saveProfile(
  env: Environment,
  { request, reply, session }: Visit,
  profile: ProfileForm,
): Promise<void> {
  if (profile.working_hours?.days.length && profile.timezone === '') throw invalid('timezone', ZONE_NEEDED);
  const { language, ...rest } = profile;
  const isSame = language === languageFor(env, request, session);
  const change = checkProfileChange(request, reply, isSame ? rest : profile);
  await updateProfile(env.db, session.user_id, change, env.clock.now());
  rememberLanguage(env, reply, language);
}

export const profilePages: ProfilePages = { routes, upload };

interface Visit {
  request: FastifyRequest;
  reply: FastifyReply;
  session: SessionUser;
}

async function showProfile(
  env: Environment,
  forms: FormGuard,
  { request, reply, session }: Visit,
  state: { profile?: ProfileForm; problem?: FieldError | undefined; isSaved?: boolean },
): Promise<FastifyReply> {
  const { signIn, ...paths } = pathsOf(env, request);
  const now = env.clock.now();
  const stored = await findProfile(env.db, session.user_id, now);
  if (!stored) return reply.redirect(signIn, 303);
  const { working_hours, ...rest } = stored;
  const language = languageFor(env, request, session);
  const page = profilePage(await wordsFor(env, request, session), {
    action: paths.action,
    back: paths.back,
    removal: paths.removal,
    now,
    guard: forms.field(request, reply),
    picture: pathOfPicture(env, stored.picture_url),
    profile: state.profile ?? { ...rest, language, ...(working_hours && { working_hours }) },
    problem: state.problem,
    isSaved: state.isSaved ?? false,
  });
  return sendPage(reply, page, state.problem ? 400 : 200);
}
