import type { Delegation } from '@ringbinder/protocol';
import { useEffect, useRef, useState } from 'preact/hooks';
import { formatShortDate } from '../design/dates.ts';
import { usePassedFocus } from '../design/pass-focus.ts';
import { useNow } from '../design/time.tsx';
import { home } from '../strings/messages/home.ts';
import { person } from '../strings/messages/person.ts';
import { useApp } from '../timeline/context.ts';
import { delegations, endDelegation, loadDelegations } from './own-delegations.ts';
import { findTitle } from './section.tsx';

const text = home.absences;

export function RunningDelegation() {
  const app = useApp();
  const now = useNow();
  useEffect(() => void loadDelegations(app, () => {}), []);
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

const findNext = (): HTMLElement | null =>
  document.querySelector('dialog [name="to.user_id"]') ?? findTitle();

export function EndDelegation({ delegation }: { delegation: Delegation }) {
  const app = useApp();
  const [isEnding, setEnding] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  usePassedFocus(button, findNext);
  const end = async () => {
    if (isEnding) return;
    setEnding(true);
    await endDelegation(app, delegation);
    setEnding(false);
  };
  return (
    <button
      ref={button}
      type="button"
      class="button compact quiet"
      aria-label={text.endLabel(delegation.to.name)}
      aria-disabled={isEnding}
      onClick={() => void end()}
    >
      {text.end}
    </button>
  );
}
