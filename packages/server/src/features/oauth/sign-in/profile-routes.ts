import type { Environment } from '../../../environment/environment.ts';
import { ApiError, invalid } from '../../../errors.ts';
import { type FormGuard, languageFor, rememberLanguage, sendPage, wordsFor } from '../../../html/index.ts';
import type { App } from '../../../http/index.ts';
import { checkProfileChange, findProfile, updateProfile } from '../../users/index.ts';
import { findSession } from '../sessions/session.ts';
import { pageRoot } from './paths.ts';
import { type ProfileForm, profilePage, ZONE_NEEDED } from './profile-page.ts';

/** Register in a scope that parses forms. */
export function profileRoutes(app: App, env: Environment, forms: FormGuard): void {
  const root = pageRoot(env);
  const open = { schema: { hide: true }, config: { auth: 'none' } } as const;
  const [action, back] = [`${root}/profile`, `${root}/account`];

  app.get(action, open, async (request, reply) => {
    const session = await findSession(env, request);
    const profile = session && (await findProfile(env.db, session.user_id, env.clock.now()));
    if (!session || !profile) return reply.redirect(`${root}/sign-in`, 303);
    const guard = forms.field(request, reply);
    const { working_hours, ...rest } = profile;
    const language = languageFor(env, request, session);
    const shown = { ...rest, language, ...(working_hours && { working_hours }) };
    const words = await wordsFor(env, request, session);
    return sendPage(reply, profilePage(words, { action, back, guard, profile: shown }));
  });

  app.post(action, open, async (request, reply) => {
    const form = forms.read(request);
    const session = await findSession(env, request);
    if (!session) return reply.redirect(`${root}/sign-in`, 303);
    const field = (name: string) => form.field(name).trim();
    const profile = {
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
    } satisfies ProfileForm;
    try {
      if (profile.working_hours.days.length > 0 && profile.timezone === '')
        throw invalid('timezone', ZONE_NEEDED);
      const { language, ...rest } = profile;
      const isSame = language === languageFor(env, request, session);
      const change = checkProfileChange(request, reply, isSame ? rest : profile);
      await updateProfile(env.db, session.user_id, change, env.clock.now());
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      const guard = forms.field(request, reply);
      const [problem] = error.errors ?? [{ path: '', message: error.message }];
      const words = await wordsFor(env, request, session);
      return sendPage(reply, profilePage(words, { action, back, guard, profile, problem }), 400);
    }
    rememberLanguage(env, reply, profile.language);
    return reply.redirect(back, 303);
  });
}
