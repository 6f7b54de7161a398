import { Badge } from '../design/states.tsx';
import { text } from '../strings/console.ts';

export function ActiveBadge({ disabled }: { disabled: boolean }) {
  return disabled ? (
    <Badge tone="bad">{text.state.disabled}</Badge>
  ) : (
    <Badge tone="good">{text.state.active}</Badge>
  );
}
