import type { DisplayStatus, Transaction } from '@ringbinder/protocol';
import { Badge, type Tone } from '../design/states.tsx';
import { transactions as text } from '../strings/messages/transactions.ts';
import { systemWords } from '../strings/system-words.ts';
import { type StateForUser, stateForUser, unavailableIn } from './progress.ts';

const STYLES: Readonly<Record<DisplayStatus['style'], Tone>> = {
  SUCCESS: 'good',
  INFO: 'accent',
  WARNING: 'warn',
  DANGER: 'bad',
};
const TONES: Readonly<Record<StateForUser, Tone>> = {
  mine: 'accent',
  open: '',
  stopped: 'warn',
  completed: 'good',
  rejected: 'bad',
};

interface StatusProps {
  transaction: Transaction;
  userId: string;
}

export function TransactionStatus({ transaction, userId }: StatusProps) {
  const state = stateForUser(transaction, userId);
  const { display_status: status, outcome } = transaction;
  // Hide an outcome if a custom status describes it.
  const isPlain = state === 'open' || (status !== undefined && outcome !== undefined);
  return (
    <span class="transaction-state">
      {!isPlain && <Badge tone={TONES[state]}>{text.standings[state]}</Badge>}
      {unavailableIn(transaction).map(({ user_id, name, unavailable }) => (
        <Badge key={user_id} tone="warn">
          {(unavailable === 'left' ? text.waitingForLeft : text.waitingForDisabled)(name)}
        </Badge>
      ))}
      {status && (
        <Badge tone={STYLES[status.style]}>
          <bdi>{systemWords(status.text)}</bdi>
        </Badge>
      )}
    </span>
  );
}
