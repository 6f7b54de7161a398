import type { Meet } from '@ringbinder/protocol';
import { useState } from 'preact/hooks';
import type { BinderContext } from '../binder/context.ts';
import { refusalOf } from '../binder/refusal.ts';
import { formatTime } from '../design/format.ts';
import { Badge, Empty } from '../design/states.tsx';
import { toastError } from '../design/toast.tsx';
import { createMeetActions } from '../meets/actions.ts';
import { InMeet } from '../meets/in-meet.tsx';
import { PlanDialog } from '../meets/plan-dialog.tsx';
import { meetingList as text } from '../strings/messages/meeting-list.ts';

const MAX_PAST = 20;

interface MeetListProps {
  binder: BinderContext;
  join: (sessionKey: string) => void;
  start: () => Promise<void>;
  schedule?: (() => void) | undefined;
}

export function MeetList({ binder, join, start, schedule }: MeetListProps) {
  const [isPlanning, setPlanning] = useState(false);
  const meets = binder.state.value?.meets ?? [];
  const running = meets.filter(({ status }) => status === 'SESSION_STARTED');
  const planned = meets
    .filter(({ status }) => status === 'SESSION_SCHEDULED')
    .toSorted((one, other) => one.start_time - other.start_time);
  const past = meets.filter(({ status }) => status === 'SESSION_ENDED').slice(0, MAX_PAST);
  const begin = () => start().catch((error: unknown) => toastError(refusalOf(error).message));
  const groups = [
    ['running', running],
    ['planned', planned],
    ['past', past],
  ] as const;
  return (
    <div class="meet-list">
      <header>
        <h1 id="title" tabIndex={-1}>
          {text.title}
        </h1>
        {binder.canWrite.value && (
          <>
            <button type="button" class="button compact" onClick={schedule ?? (() => setPlanning(true))}>
              {text.schedule}
            </button>
            <button type="button" class="button compact primary" onClick={() => void begin()}>
              {text.start}
            </button>
          </>
        )}
      </header>
      {meets.length === 0 && <Empty title={text.none}>{text.noneAbout}</Empty>}
      {groups
        .filter(([, all]) => all.length > 0)
        .map(([name, all]) => (
          <section key={name} aria-labelledby={`meets-${name}`}>
            <h2 id={`meets-${name}`}>{text.groups[name]}</h2>
            <ul>
              {all.map((meet) => (
                <Row key={meet.session_key} meet={meet} join={join} />
              ))}
            </ul>
          </section>
        ))}
      {isPlanning && <PlanDialog actions={createMeetActions(binder)} close={() => setPlanning(false)} />}
    </div>
  );
}

function Row({ meet, join }: { meet: Meet; join: (sessionKey: string) => void }) {
  const { name, status, session_key, start_time, host } = meet;
  return (
    <li>
      <span class="meet-list-name">
        <strong dir="auto">{name}</strong>
        <span class="muted small">{text.about(formatTime(start_time), host.name)}</span>
      </span>
      <InMeet participants={meet.participants} />
      {status === 'SESSION_STARTED' && <Badge tone="accent">{text.now}</Badge>}
      {status !== 'SESSION_ENDED' && (
        <button
          type="button"
          class={`button compact ${status === 'SESSION_STARTED' ? 'primary' : ''}`}
          aria-label={text.joinOne(name)}
          onClick={() => join(session_key)}
        >
          {text.join}
        </button>
      )}
    </li>
  );
}
