/** A portal with an approval in its page. The customer does not sign in. */
import { createServer } from 'node:http';
import { createClient, getToken, unwrap } from '@ringbinder/client';

const { API = '', CLIENT_ID = '', CLIENT_SECRET = '', PORTAL = '' } = process.env;

/** The API as one of the portal's users, by the portal's own id. */
const actingFor = async (uniqueId: string, firstName: string) => {
  const grant = { clientId: CLIENT_ID, clientSecret: CLIENT_SECRET, uniqueId, firstName };
  return createClient({ baseUrl: API, token: (await getToken(API, grant)).accessToken }).api;
};
const adviser = await actingFor('employee-18', 'Ben');
const customer = await actingFor('customer-4712', 'Grace');

// The adviser creates a binder with the customer, and the request.
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

/** A token for one answer. Ringbinder returns it to the assignee only, so this uses the customer's token. */
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
<p id="status" aria-busy="true"></p>
<service-transaction token="${token}"></service-transaction>
<script src="${new URL('/sdk/service.js', API)}"></script>
<script type="module">
  const show = (text) => {
    document.querySelector('#status').textContent = text;
    document.querySelector('#status').ariaBusy = 'false';
  };
  const approval = document.querySelector('service-transaction');
  approval.addEventListener('ready', () => show('Please answer this request.'));
  approval.addEventListener('answered', ({ detail }) => show('You answered: ' + detail.click_button_id));
  approval.addEventListener('error', ({ detail }) => show(detail.error_message));
  Service.init({ mode: 'production', client_id: '${CLIENT_ID}', sdk_version: 4 });
</script>
`;

createServer(async (_request, response) => {
  response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' });
  response.end(page(await linkToken()));
}).listen(Number(new URL(PORTAL).port), '127.0.0.1');
