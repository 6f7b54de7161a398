/** Registers a bot app, enables it in an organisation, and prints the bot's credentials. */
import { createClient, unwrap } from '@ringbinder/client';

const { API = '', ADMIN = '', PARTNER = '', ORG = '' } = process.env;
const { api } = createClient({ baseUrl: API, token: ADMIN });

const app = await unwrap(
  api.POST('/partners/{partner_id}/bots', {
    params: { path: { partner_id: PARTNER } },
    body: { name: 'Porter', events: ['comment_posted', 'bot_postback'] },
  }),
);
const { enabled } = await unwrap(
  api.POST('/orgs/{org_id}/bots/{client_id}', {
    params: { path: { org_id: ORG, client_id: app.client_id } },
    body: { enabled: true },
  }),
);
console.log(`${app.name} is ${enabled ? 'enabled' : 'disabled'}: CLIENT_ID=${app.client_id}`);
