import { Badge } from '../../design/states.tsx';
import { consolePeople } from '../../strings/messages/console-people.ts';
import type { OrgUser } from './form.tsx';

const { roles } = consolePeople.users;

export function Role({ user }: { user: OrgUser }) {
  if (user.is_bot) return <Badge>{roles.bot}</Badge>;
  if (user.is_partner_admin) return <Badge tone="accent">{roles.partnerAdmin}</Badge>;
  if (user.role === 'admin') return <Badge tone="accent">{roles.admin}</Badge>;
  return <span>{roles.member}</span>;
}
