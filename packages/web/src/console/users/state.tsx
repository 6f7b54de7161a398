import { Badge } from '../../design/states.tsx';
import { text } from '../../strings/en.ts';
import { ActiveBadge } from '../active-badge.tsx';
import type { OrgUser } from './form.tsx';

export function PersonState({ of: { disabled, erasure } }: { of: OrgUser }) {
  if (!erasure) return <ActiveBadge disabled={disabled ?? false} />;
  const isDone = erasure.done_time !== undefined;
  return <Badge tone={isDone ? '' : 'warn'}>{isDone ? text.users.erased : text.users.erasing}</Badge>;
}
