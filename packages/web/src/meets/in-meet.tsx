import type { Meet } from '@ringbinder/protocol';
import { Avatar } from '../design/avatar.tsx';
import { digits, joinNames } from '../strings/language.ts';
import { inMeet as text } from '../strings/messages/in-meet.ts';

const MOST = 4;

/** The members who are in a running meet. */
export function InMeet({ participants }: { participants: Meet['participants'] | undefined }) {
  if (!participants) return null;
  if (participants.length === 0) return <span class="in-meet small muted">{text.nobody}</span>;
  const shown = participants.slice(0, MOST);
  const more = participants.length - shown.length;
  const names = [...shown.map(({ name }) => name), ...(more > 0 ? [`+${digits(more)}`] : [])];
  return (
    <span class="in-meet small muted">
      <span class="in-meet-faces">
        {shown.map(({ id, name }) => (
          <Avatar key={id} id={id} name={name} small />
        ))}
      </span>
      <span>{text.names(joinNames(names))}</span>
    </span>
  );
}
