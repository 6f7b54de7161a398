import type { Step } from '@ringbinder/protocol';
import { formatShortDate } from '../design/dates.ts';
import { transactions as text } from '../strings/messages/transactions.ts';
import { absenceOf, awaitedIn, placeOf } from './progress.ts';

export function Absences({ step, userId }: { step: Step; userId: string }) {
  const mine = placeOf(step, userId);
  const sentences = awaitedIn(step).flatMap((assignee) => {
    const absence = absenceOf(assignee);
    if (!absence || assignee.unavailable) return [];
    // `ends_time` is the first moment after the absence.
    const until = formatShortDate(absence.ends_time - 1, Date.now());
    if (assignee.user_id === userId)
      return absence.delegate ? [text.actsForYou(absence.delegate.name, until)] : [];
    if (assignee === mine) return [text.youAct(assignee.name, until)];
    return absence.delegate
      ? [text.awayWithDelegate(assignee.name, until, absence.delegate.name)]
      : [text.away(assignee.name, until)];
  });
  if (sentences.length === 0) return null;
  return (
    <span class="absences muted small">
      {sentences.map((sentence) => (
        <span key={sentence}>{sentence}</span>
      ))}
    </span>
  );
}
