import type { Delegation } from '@ringbinder/protocol';
import { useEffect } from 'preact/hooks';
import { formatShortDate } from '../design/dates.ts';
import { useNow } from '../design/time.tsx';
import { home } from '../strings/messages/home.ts';
import { person } from '../strings/messages/person.ts';
import { useApp } from '../timeline/context.ts';
import { delegations, endDelegation, loadDelegations } from './own-delegations.ts';

const text = home.absences;

export function RunningDelegation() {
  const app = useApp();
  const now = useNow();
  useEffect(() => void loadDelegations(app), []);
  const running = delegations.value.delegations.find(({ starts, ends }) => starts <= now && now < ends);
  if (!running) return null;
  return (
    <p class="running-delegation">
      {text.created(running.to.name)}
      {' · '}
      {person.until(formatShortDate(running.ends - 1, now))} <EndDelegation delegation={running} />
    </p>
  );
}

export function EndDelegation({ delegation }: { delegation: Delegation }) {
  const app = useApp();
  return (
    <button
      type="button"
      class="button compact quiet"
      aria-label={text.endLabel(delegation.to.name)}
      onClick={() => void endDelegation(app, delegation)}
    >
      {text.end}
    </button>
  );
}
