/** A server that acts for its own users in Ringbinder, by its own ids of them. */
import { createClient, getToken, RingbinderError, tokenSource, unwrap } from '@ringbinder/client';

const { API = '', CLIENT_ID = '', CLIENT_SECRET = '' } = process.env;

/** The API as one user. The first call requests a token, which is renewed before it expires. */
function actingFor(uniqueId: string, firstName: string, lastName: string) {
  const grant = { clientId: CLIENT_ID, clientSecret: CLIENT_SECRET, uniqueId, firstName, lastName };
  return createClient({ baseUrl: API, token: tokenSource(() => getToken(API, grant)) }).api;
}

const grace = actingFor('customer-4711', 'Grace', 'Hopper');
const { id, name } = await unwrap(grace.GET('/me'));
console.log(`${name} is a user now.`);

const adviser = actingFor('employee-17', 'Ben', 'Adviser');
const me = { params: { path: { user_id: 'me' } } };
const binder = await unwrap(adviser.POST('/{user_id}/binders', { ...me, body: { name: 'Loan 4711' } }));
await unwrap(
  adviser.POST('/{binder_id}/inviteuser', {
    params: { path: { binder_id: binder.id } },
    body: { users: [{ user: { id } }] },
  }),
);
const { binders } = await unwrap(grace.GET('/{user_id}/binders', me));
console.log(`${name} is in ${binders.map((each) => each.binder.name).join(', ')}.`);

try {
  await getToken(API, { clientId: CLIENT_ID, clientSecret: 'wrong', uniqueId: 'customer-4711' });
} catch (error) {
  if (!(error instanceof RingbinderError)) throw error;
  console.log(`${error.status} ${error.message}`);
}
