import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

export interface DemoUser {
  id: string;
  email: string;
  password: string;
  unique_id: string;
  name: string;
  role: 'admin' | 'member';
  org_id: string;
}

export interface Demo {
  base_url: string;
  sdk_url: string;
  partner_id: string;
  org_id: string;
  other_org_id: string;
  binder_id: string;
  client: { client_id: string; client_secret: string; redirect_uri: string };
  bot: { client_id: string; client_secret: string; webhook_secret: string; user_id: string };
  users: DemoUser[];
}

/** The last user belongs to another org. */
export async function readDemo(dataDir: string): Promise<Demo> {
  const { sandbox } = JSON.parse(await readFile(join(dataDir, 'demo.json'), 'utf8')) as { sandbox: Demo };
  const { users, org_id, other_org_id } = sandbox;
  const orgOf = (index: number) => (index === users.length - 1 ? other_org_id : org_id);
  return { ...sandbox, users: users.map((user, index) => ({ ...user, org_id: orgOf(index) })) };
}
