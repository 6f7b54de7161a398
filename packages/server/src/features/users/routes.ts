import { Person, Profile, UserId } from '@ringbinder/protocol';
import type { FastifyReply, FastifyRequest } from 'fastify';
import Type from 'typebox';
import { type Actor, orNotFound, ownUserId } from '../../access/index.ts';
import type { Environment } from '../../environment/environment.ts';
import { invalid } from '../../errors.ts';
import { type App, callerOf, idempotentWithoutData, operation, success } from '../../http/index.ts';
import { contactRoutes } from './contacts.ts';
import { presentPerson, presentProfile } from './present.ts';
import { findPerson, findProfile } from './queries.ts';
import { type ProfileChange, updateProfile, updateProfileOperation } from './update-profile.ts';

const getProfile = operation('Users', 'getProfile', {
  summary: 'Get the calling user’s profile',
  description: 'You can send your own user id instead of `me`.',
  data: Profile,
});

const getPerson = operation('Users', 'getPerson', {
  summary: 'Get a person who shares an org or a binder with the caller',
  description:
    'Allowed for people of the same org and members of a common binder. Bots can get only people of their binders. 404: the caller may not see the person, or the person is disabled.',
  params: Type.Object({ user_id: UserId }),
  data: Person,
});

const UserParams = Type.Object({ rest: Type.String() });
const USER_ID = /^U[0-9A-Za-z]{22}$/;

export function usersFeature(app: App, env: Environment): void {
  contactRoutes(app, env);

  const profileOf = async (actor: Actor, userIdOrMe: string) => {
    const userId = ownUserId(actor, userIdOrMe);
    return success(
      presentProfile(orNotFound(await findProfile(env.db, userId, env.clock.now()), 'user', userId)),
    );
  };
  app.get('/me', { schema: getProfile }, (request) => profileOf(callerOf(request), 'me'));
  // In this path, a user id replaces the binder id. Only user ids begin with `U`.
  const { operationId: _, ...unnamed } = getProfile;
  app.get('/U:rest', { schema: { ...unnamed, hide: true, params: UserParams } }, (request) =>
    profileOf(callerOf(request), readUserId(request.params.rest)),
  );

  app.get('/users/:user_id', { schema: getPerson }, async (request) => {
    const { user_id: userId } = request.params;
    const person = await findPerson(env.db, callerOf(request), userId, env.clock.now());
    return success(presentPerson(orNotFound(person, 'user', userId)));
  });

  const change = async (
    request: FastifyRequest,
    reply: FastifyReply,
    userIdOrMe: string,
    body: ProfileChange,
  ) => {
    const userId = ownUserId(callerOf(request), userIdOrMe);
    return idempotentWithoutData(request, reply, env, (db) =>
      updateProfile(db, userId, body, env.clock.now()),
    );
  };
  app.post('/me', { schema: updateProfileOperation }, (request, reply) =>
    change(request, reply, 'me', request.body),
  );
  const { operationId: __, ...unnamedUpdate } = updateProfileOperation;
  app.post('/U:rest', { schema: { ...unnamedUpdate, hide: true, params: UserParams } }, (request, reply) =>
    change(request, reply, readUserId(request.params.rest), request.body),
  );
}

function readUserId(rest: string): string {
  const userId = `U${rest}`;
  if (!USER_ID.test(userId)) throw invalid('user_id', 'has the wrong form: it is U and 22 base62 characters');
  return userId;
}
