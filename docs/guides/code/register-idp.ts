/** Registers an organisation's identity provider by the address of its metadata: `node register-idp.ts ADDRESS NAME`. */
import { createClient, unwrap } from '@ringbinder/client';

const { API = '', ADMIN = '', ORG = '' } = process.env;
const [, , address = '', name = ''] = process.argv;

const response = await fetch(address);
if (!response.ok) throw new Error(`${address} answers ${response.status}`);

const { api } = createClient({ baseUrl: API, token: ADMIN });
const idp = await unwrap(
  api.POST('/orgs/{org_id}/idps', {
    params: { path: { org_id: ORG } },
    body: { name, metadata: await response.text() },
  }),
);
console.log(`Tell the provider: ${idp.metadata_url}`);
console.log(`People sign on at: ${idp.login_url}`);
