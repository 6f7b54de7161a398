import { Badge } from '../../design/states.tsx';
import { consolePeople } from '../../strings/messages/console-people.ts';
import { ActiveBadge } from '../active-badge.tsx';
import type { OrgUser } from './form.tsx';

export function PersonState({ of: { disabled, erasure } }: { of: OrgUser }) {
  if (!erasure) return <ActiveBadge disabled={disabled ?? false} />;
  const isDone = erasure.done_time !== undefined;
  return (
    <Badge tone={isDone ? '' : 'warn'}>
      {isDone ? consolePeople.users.erased : consolePeople.users.erasing}
    </Badge>
  );
}
