/** Gets a bot's access token for an organisation, and calls the API with it. */
import { createHmac } from 'node:crypto';

const { API = '', BOT_ID = '', BOT_SECRET = '', ORG = '' } = process.env;

async function botToken(orgId: string): Promise<{ access_token: string; expires_in: number }> {
  const timestamp = String(Date.now());
  const query = new URLSearchParams({
    client_id: BOT_ID,
    org_id: orgId,
    timestamp,
    signature: createHmac('sha256', BOT_SECRET).update(`${BOT_ID}${orgId}${timestamp}`).digest('base64url'),
  });
  const response = await fetch(`${API}apps/token?${query}`);
  const answer = (await response.json()) as { access_token: string; expires_in: number; message?: string };
  if (!response.ok) throw new Error(answer.message);
  return answer;
}

const { access_token } = await botToken(ORG);
const me = await fetch(`${API}me`, { headers: { authorization: `Bearer ${access_token}` } });
const { data } = (await me.json()) as { data: { name: string; is_bot: boolean } };
console.log(`${data.name}${data.is_bot ? ', a bot' : ''}`);
