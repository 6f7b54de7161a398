/** Signs a user out of every browser and app: `node sign-out-everywhere.ts ORG_ID USER_ID`. For admins. */
import { createClient, listAll, unwrap } from '@ringbinder/client';

const { API = '', ADMIN = '' } = process.env;
const [, , org_id = '', user_id = ''] = process.argv;
const { api } = createClient({ baseUrl: API, token: ADMIN });
const path = { org_id };
const query = (cursor: string | undefined) => ({ user_id, ...(cursor ? { cursor } : {}) });

const sessions = listAll(
  (cursor) => unwrap(api.GET('/orgs/{org_id}/sessions', { params: { path, query: query(cursor) } })),
  'sessions',
);
for await (const { id: session_id, method } of sessions) {
  const params = { path: { org_id, session_id } };
  await unwrap(api.DELETE('/orgs/{org_id}/sessions/{session_id}', { params }));
  console.log(`Signed out of a browser, which was signed in by ${method}.`);
}

const tokens = listAll(
  (cursor) => unwrap(api.GET('/orgs/{org_id}/tokens', { params: { path, query: query(cursor) } })),
  'tokens',
);
for await (const { id: token_id, client } of tokens) {
  const params = { path: { org_id, token_id } };
  await unwrap(api.DELETE('/orgs/{org_id}/tokens/{token_id}', { params }));
  console.log(`Revoked a token of ${client.name}.`);
}
