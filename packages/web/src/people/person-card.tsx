import type { Person } from '@ringbinder/protocol';
import { useEffect, useState } from 'preact/hooks';
import { refusalOf } from '../binder/refusal.ts';
import { Popover } from '../chat/popover.tsx';
import { Avatar } from '../design/avatar.tsx';
import { formatDeadline } from '../design/dates.ts';
import { readersLocale } from '../design/locale.ts';
import { Badge } from '../design/states.tsx';
import { useNow } from '../design/time.tsx';
import { toastError } from '../design/toast.tsx';
import { person as text } from '../strings/messages/person.ts';
import { useApp } from '../timeline/context.ts';
import { dialog } from '../timeline/dialog-state.ts';
import { clockOf, isWorking, minutesAhead } from './local-time.ts';
import { readPerson, statusOf } from './person-store.ts';
import { emojiOf, wordsOf } from './status-mark.tsx';

interface PersonCardProps {
  userId: string;
  near: HTMLElement;
  close: () => void;
}

export function PersonCard({ userId, near, close }: PersonCardProps) {
  const { client } = useApp();
  const [person, setPerson] = useState<Person>();
  useEffect(() => {
    let isThere = true;
    readPerson(client, userId).then(
      (found) => isThere && setPerson(found),
      (error: unknown) => {
        if (!isThere) return;
        close();
        toastError(refusalOf(error, { 404: text.unavailable }).message);
      },
    );
    return () => {
      isThere = false;
    };
  }, [userId]);
  if (!person) return null;
  return (
    <Popover near={{ current: near }} atStart label={text.card(person.name)} close={close}>
      <div class="person-card">
        <Avatar id={person.id} name={person.name} picture={person.picture_uri} />
        <div class="person-about">
          <strong dir="auto">{person.name}</strong>
          {person.is_bot && <Badge>{text.bot}</Badge>}
          {person.title && <span dir="auto">{person.title}</span>}
          {person.email && <span class="muted small">{person.email}</span>}
        </div>
        <Status person={person} />
        <Clock person={person} />
        <Actions person={person} close={close} />
      </div>
    </Popover>
  );
}

function Status({ person }: { person: Person }) {
  const now = useNow();
  const status = statusOf(person.id, person.status, now);
  if (!status) return null;
  return (
    <p class="person-line">
      <span aria-hidden="true">{emojiOf(status)}</span>{' '}
      <span>
        <bdi>{wordsOf(status)}</bdi>
        {status.until_time !== undefined && (
          <span class="muted small"> {text.until(formatDeadline(status.until_time, now))}</span>
        )}
      </span>
    </p>
  );
}

function Clock({ person: { timezone, working_hours: hours } }: { person: Person }) {
  const now = useNow();
  const clock = clockOf(timezone);
  if (!clock) return null;
  const time = new Date(now).toLocaleTimeString(readersLocale(), { timeZone: timezone, timeStyle: 'short' });
  return (
    <div class="person-line">
      <span>
        {text.localTime(time)} <span class="muted small">({differenceOf(minutesAhead(clock, now))})</span>
      </span>
      {hours && <span class="muted small">{text.hours(formatDays(hours.days), hours.from, hours.to)}</span>}
      {hours && !isWorking(hours, clock, now) && <Badge tone="warn">{text.outside}</Badge>}
    </div>
  );
}

function Actions({ person, close }: { person: Person; close: () => void }) {
  const { boot } = useApp();
  if (person.id === boot.user.id)
    return (
      <div class="person-actions">
        <button
          type="button"
          class="button compact"
          onClick={() => {
            dialog.value = { kind: 'status' };
          }}
        >
          {text.status.set}
        </button>
        <a class="button compact" href={`${boot.root}/profile`}>
          {text.editProfile}
        </a>
      </div>
    );
  if (person.is_bot) return null;
  return (
    <div class="person-actions">
      <button
        type="button"
        class="button compact primary"
        onClick={() => {
          close();
          dialog.value = { kind: 'new-direct', to: person };
        }}
      >
        {text.message}
      </button>
    </div>
  );
}

function differenceOf(minutes: number): string {
  if (minutes === 0) return text.sameTime;
  const hours = Math.abs(minutes) / 60;
  const words = hours.toLocaleString(readersLocale(), {
    style: 'unit',
    unit: 'hour',
    unitDisplay: 'narrow',
    maximumFractionDigits: 2,
  });
  return minutes > 0 ? text.ahead(words) : text.behind(words);
}

const MONDAY = Date.UTC(2024, 0, 1);
const DAY_MS = 86_400_000;
const nameOf = (day: number) =>
  new Date(MONDAY + (day - 1) * DAY_MS).toLocaleDateString(readersLocale(), {
    weekday: 'short',
    timeZone: 'UTC',
  });

/** Writes three or more consecutive days as a range: Mon–Fri, Sun. */
function formatDays(days: readonly number[]): string {
  const runs: number[][] = [];
  for (const day of [...days].sort()) {
    const run = runs.at(-1);
    if (run?.at(-1) === day - 1) run.push(day);
    else runs.push([day]);
  }
  return runs
    .flatMap((run) =>
      run.length > 2 ? [`${nameOf(run[0] ?? 1)}–${nameOf(run.at(-1) ?? 7)}`] : run.map(nameOf),
    )
    .join(', ');
}
