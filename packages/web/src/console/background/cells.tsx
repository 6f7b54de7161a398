import type { components } from '@ringbinder/client';
import { formatNumber, formatTime } from '../../design/format.ts';
import { Badge } from '../../design/states.tsx';
import { consoleBackground as words } from '../../strings/messages/console-background.ts';
import { textFor } from '../../strings/text-for.ts';
import { formatMoment, formatSpan } from '../span.ts';
import { NameWithDetail, NONE } from '../table.tsx';

export type BackgroundWork = components['schemas']['BackgroundWork'];

const SHORT_ID_LENGTH = 8;

export const nameOf = ({ name }: BackgroundWork): string => textFor(words.names, name);

export const NameCell = ({ of }: { of: BackgroundWork }) => <NameWithDetail name={nameOf(of)} id={of.name} />;

export function StateCell({ of: { processes, failing } }: { of: BackgroundWork }) {
  if (processes === 0) return <Badge tone="warn">{words.states.stopped}</Badge>;
  return (
    <span title={words.processes(processes)}>
      <Badge tone={failing ? 'bad' : 'good'}>{failing ? words.states.failing : words.states.good}</Badge>
      {processes > 1 && <span class="muted small"> {words.processes(processes)}</span>}
    </span>
  );
}

export function BacklogCell({ of: { backlog_entries: entries, lag } }: { of: BackgroundWork }) {
  if (entries === null) return <>{NONE}</>;
  return (
    <>
      <span class="number">{words.entries(entries)}</span>
      {entries > 0 && lag !== null && (
        <span class="muted small">
          <br />
          {words.oldest(formatSpan(lag))}
        </span>
      )}
    </>
  );
}

export const RateCell = ({ of: { entries_per_minute: rate } }: { of: BackgroundWork }) => (
  <span class="number">{rate === null ? NONE : words.rate(formatNumber(rate))}</span>
);

export function LastRunCell({ of: { last_run_time: at, last_run_duration: ms } }: { of: BackgroundWork }) {
  if (at === null) return <span class="muted">{words.never}</span>;
  return (
    <>
      <Moment at={at} />
      {ms !== null && ms > 1_000 && <span class="muted small"> {words.took(formatSpan(ms))}</span>}
    </>
  );
}

export const NextRunCell = ({ of: { next_run_time: at } }: { of: BackgroundWork }) =>
  at === null ? <span class="muted">{NONE}</span> : <Moment at={at} />;

export function LastErrorCell({
  of: { kind, last_error: error, failing, next_run_time: next },
}: {
  of: BackgroundWork;
}) {
  if (error === null) return <span class="muted">{words.noError}</span>;
  const { time, message, binder_id: binderId } = error;
  return (
    <span class="several">
      <span class={failing ? 'wrong' : 'muted'}>{message}</span>
      <br />
      <span class="muted small">
        <Moment at={time} />
        {binderId !== null && (
          <span title={binderId}> {words.inBinder(`${binderId.slice(0, SHORT_ID_LENGTH)}…`)}</span>
        )}
        {kind === 'consumer' && failing && next !== null && (
          <>
            , {words.nextTry} <Moment at={next} />
          </>
        )}
      </span>
    </span>
  );
}

function Moment({ at }: { at: number }) {
  return (
    <time dateTime={new Date(at).toISOString()} title={formatTime(at)}>
      {formatMoment(at, Date.now())}
    </time>
  );
}
