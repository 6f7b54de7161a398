import { errorOf, type RingbinderClient } from '@ringbinder/client';

type Identity = { id: string } | { unique_id: string; org_id?: string } | { email: string; org_id?: string };

/** Throws RingbinderError. */
export async function openConversation(client: RingbinderClient, user: Identity): Promise<string> {
  const response = await client.fetch(`${client.baseUrl}/embed/conversation`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${await client.token()}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify({ user }),
  });
  const body = await response.json().catch(() => undefined);
  if (!response.ok) throw errorOf(response.status, body);
  return body.data.binder_id;
}
