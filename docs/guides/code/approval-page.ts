/** A portal in whose page a customer approves something, without signing in to anything. */
import { createServer } from 'node:http';
import { createClient, getToken, unwrap } from '@ringbinder/client';

const { API = '', CLIENT_ID = '', CLIENT_SECRET = '', PORTAL = '' } = process.env;

/** The API as one of the portal's own people sees it, by the id that the portal knows them by. */
const actingFor = async (uniqueId: string, firstName: string) => {
  const grant = { clientId: CLIENT_ID, clientSecret: CLIENT_SECRET, uniqueId, firstName };
  return createClient({ baseUrl: API, token: (await getToken(API, grant)).accessToken }).api;
};
const adviser = await actingFor('employee-18', 'Ben');
const customer = await actingFor('customer-4712', 'Grace');

// The adviser asks, in a binder with the customer.
const { id: userId } = await unwrap(customer.GET('/me'));
const { id: binder_id } = await unwrap(
  adviser.POST('/{user_id}/binders', {
    params: { path: { user_id: 'me' } },
    body: { name: 'Loan 4712' },
  }),
);
await unwrap(
  adviser.POST('/{binder_id}/inviteuser', {
    params: { path: { binder_id } },
    body: { users: [{ user: { id: userId }, type: 'BOARD_READ_ONLY' }] },
  }),
);
const { transaction_id, steps } = await unwrap(
  adviser.POST('/{binder_id}/transactions', {
    params: { path: { binder_id } },
    body: {
      title: 'Your loan',
      content: '20,000 over five years, at 3.4 %.',
      steps: [
        {
          assignee: { user_id: userId },
          actions: [
            { id: 'approve', text: 'Approve' },
            { id: 'reject', text: 'Reject', outcome: 'rejected' },
          ],
        },
      ],
    },
  }),
);
const [step] = steps;
if (!step) throw new Error('a transaction has a step');

/** The token of one answer, once. Only its assignee is told it, so it is asked for with the customer's token. */
async function linkToken(): Promise<string> {
  const path = { binder_id, transaction_id, step_id: step?.id ?? 0 };
  const { token = '' } = await unwrap(
    customer.POST('/{binder_id}/transactions/{transaction_id}/steps/{step_id}/link', {
      params: { path },
      body: { expires_in: 3600 },
    }),
  );
  return token;
}

const page = (token: string) => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Portal</title>
<style>
  :root { color-scheme: light dark; --service-accent: #1f3a8a; --service-radius: 12px; }
</style>
<p id="said" aria-busy="true"></p>
<service-transaction token="${token}"></service-transaction>
<script src="${new URL('/sdk/service.js', API)}"></script>
<script type="module">
  const say = (words) => {
    document.querySelector('#said').textContent = words;
    document.querySelector('#said').ariaBusy = 'false';
  };
  const approval = document.querySelector('service-transaction');
  approval.addEventListener('ready', () => say('Something waits for you.'));
  approval.addEventListener('answered', ({ detail }) => say('You have said: ' + detail.click_button_id));
  approval.addEventListener('error', ({ detail }) => say(detail.error_message));
  Service.init({ mode: 'production', client_id: '${CLIENT_ID}', sdk_version: 4 });
</script>
`;

createServer(async (_request, response) => {
  response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' });
  response.end(page(await linkToken()));
}).listen(Number(new URL(PORTAL).port), '127.0.0.1');
