import type { UserStatus } from '@ringbinder/protocol';
import { useEffect, useRef } from 'preact/hooks';
import { useNow } from '../design/time.tsx';
import { view } from '../strings/messages/view.ts';
import { forgetStatus, statusOf } from './person-store.ts';

const EMOJI = { available: '💬', away: '🕓', do_not_disturb: '⛔' } as const;

export function emojiOf({ emoji, availability }: UserStatus): string {
  return emoji || EMOJI[availability];
}

export const nameOfAvailability = (availability: UserStatus['availability']): string =>
  view.availability[availability === 'do_not_disturb' ? 'quiet' : availability];

export function wordsOf({ text: words, availability }: UserStatus): string {
  const named = availability === 'available' ? '' : nameOfAvailability(availability);
  return [words, named].filter(Boolean).join(' · ') || view.availability.available;
}

export function StatusMark({ userId, status }: { userId: string; status: UserStatus | undefined }) {
  const given = JSON.stringify(status);
  const before = useRef(given);
  useEffect(() => {
    if (before.current !== given) forgetStatus(userId);
    before.current = given;
  }, [given]);
  const current = statusOf(userId, status, useNow());
  if (!current) return null;
  const words = wordsOf(current);
  return (
    <span class="status-mark" role="img" aria-label={words} title={words}>
      {emojiOf(current)}
    </span>
  );
}
