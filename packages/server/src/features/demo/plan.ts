import { randomBytes } from 'node:crypto';
import type { Ids } from '../../environment/ids.ts';

export interface DemoUser {
  id: string;
  email: string;
  password: string;
  unique_id: string;
  name: string;
  role: 'admin' | 'member';
}

export interface DemoPart {
  partner_id: string;
  org_id: string;
  other_org_id: string;
  binder_id: string;
  client: { client_id: string; client_secret: string; redirect_uri: string };
  bot: { client_id: string; client_secret: string; webhook_secret: string; user_id: string };
  users: DemoUser[];
}

// The first user is an admin and owns the binders. The last user is only in the other org.
const NAMES = ['Ada Admin', 'Ben Member', 'Cleo Member', 'Dora Other'] as const;

export function planDemo(ids: Ids): DemoPart {
  return {
    partner_id: ids.next('partner'),
    org_id: ids.next('org'),
    other_org_id: ids.next('org'),
    binder_id: ids.next('binder'),
    client: {
      client_id: ids.next('client'),
      client_secret: newSecret(),
      redirect_uri: 'http://localhost:3000/callback',
    },
    bot: {
      client_id: ids.next('client'),
      client_secret: newSecret(),
      webhook_secret: `whsec_${randomBytes(24).toString('base64')}`,
      user_id: ids.next('user'),
    },
    users: NAMES.map((name, index) => ({
      id: ids.next('user'),
      email: `${name.split(' ', 1)[0]?.toLowerCase()}@demo.example`,
      password: randomBytes(9).toString('base64url'),
      unique_id: `demo-${index}`,
      name,
      role: index === 0 ? 'admin' : 'member',
    })),
  };
}

function newSecret(): string {
  return randomBytes(32).toString('base64url');
}
