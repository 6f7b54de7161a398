import assert from 'node:assert/strict';
import type { Cast, TestService } from '@ringbinder/testkit';
import { basicOf, type LogClient, readLog } from './fold.ts';

export interface CreatedLog extends LogClient {
  data: Record<string, unknown>;
  path: string;
}

export function logFixture(service: () => TestService) {
  const post = (of: Cast, path: string, json: unknown) =>
    service().call('POST', path, { token: of.owner.token, json });

  return {
    post,
    async createPartner(): Promise<Cast> {
      const cast = await service().make.cast();
      await service().env.db.query(`UPDATE users SET is_partner_admin = true, role = 'admin' WHERE id = $1`, [
        cast.owner.id,
      ]);
      return cast;
    },
    async createClient(of: Cast, json: object = {}): Promise<CreatedLog> {
      const clients = `/partners/${of.partner.id}/clients`;
      const { status, body } = await post(of, clients, { name: 'Core banking', event_log: true, ...json });
      assert.equal(status, 200, JSON.stringify(body));
      const { client_id: id, client_secret: secret } = body.data;
      return { id, secret, data: body.data, path: `${clients}/${id}` };
    },
    poll: (client: LogClient, query = '') =>
      service().call('GET', `/events${query}`, { headers: basicOf(client) }),
    async kindsOf(client: LogClient, binderId: string): Promise<string[]> {
      const events = await readLog(service(), client);
      return events
        .filter(({ message }) => message.binder_id === binderId)
        .map(({ message }) => message.message_type);
    },
  };
}
