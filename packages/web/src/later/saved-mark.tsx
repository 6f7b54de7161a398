import { formatDeadline } from '../design/dates.ts';
import { useNow } from '../design/time.tsx';
import { later as words } from '../strings/messages/later.ts';
import { useApp } from '../timeline/context.ts';
import { SavedGlyph } from './glyph.tsx';
import { type SavedPlace, savedOf } from './saved.ts';

export function SavedMark({ binderId, messageId }: SavedPlace) {
  const { value: saved } = savedOf(useApp(), binderId);
  return saved.has(messageId) ? <Mark remindTime={saved.get(messageId)} /> : null;
}

function Mark({ remindTime }: { remindTime: number | undefined }) {
  const now = useNow();
  return (
    <p class="pinned-mark">
      <SavedGlyph />
      {remindTime === undefined ? words.mark : words.markWithReminder(formatDeadline(remindTime, now))}
    </p>
  );
}
