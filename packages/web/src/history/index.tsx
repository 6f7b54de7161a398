import { useEffect, useMemo } from 'preact/hooks';
import { address, goTo } from '../address.ts';
import type { BinderContext } from '../binder/context.ts';
import { SectionHead } from '../binder/section.tsx';
import { formatTime } from '../design/format.ts';
import { Failed, Skeleton } from '../design/states.tsx';
import { history as text } from '../strings/messages/history.ts';
import { Entries } from './entries.tsx';
import { createPast, type Past } from './past.ts';
import { sentenceOf } from './sentence.ts';
import { StateAsOf } from './state-as-of.tsx';

const REST_MS = 150;

export function History({ binder }: { binder: BinderContext }) {
  const past = useMemo(() => createPast(binder), [binder]);
  useEffect(() => void past.begin(), [past]);
  const latest = past.latest.value;
  if (latest !== undefined) return <Opened binder={binder} past={past} latest={latest} />;
  const problem = past.problem.value;
  return problem === undefined ? <Skeleton /> : <Failed message={problem} retry={past.begin} />;
}

interface OpenedProps {
  binder: BinderContext;
  past: Past;
  latest: number;
}

function Opened({ binder, past, latest }: OpenedProps) {
  const requestedSeq = Number(new URLSearchParams(address.value.query).get('history'));
  const seq =
    Number.isInteger(requestedSeq) && requestedSeq >= 1 && requestedSeq <= latest ? requestedSeq : latest;
  const go = (to: number) => {
    const at = Math.min(latest, Math.max(1, to));
    goTo(`${address.value.path}?history${at === latest ? '' : `=${at}`}`, 'replace');
  };
  useEffect(() => void past.readAround(seq), [past, past.partOf(seq)]);
  useEffect(() => {
    const unmounted = new AbortController();
    const timer = setTimeout(() => void past.show(seq, unmounted.signal), REST_MS);
    return () => {
      clearTimeout(timer);
      unmounted.abort();
    };
  }, [past, seq]);
  const problem = past.problem.value;
  const state = past.state.value;
  return (
    <div class="section-page wide history-page">
      <SectionHead title={text.title}>
        {seq < latest && (
          <button type="button" class="button compact" onClick={() => go(latest)}>
            {text.backToNow}
          </button>
        )}
      </SectionHead>
      <Moment past={past} latest={latest} seq={seq} go={go} />
      <div class="history-columns">
        <div class="history-state" aria-busy={state?.seq !== seq}>
          {problem !== undefined ? (
            <Failed message={problem} retry={() => void past.show(seq, new AbortController().signal)} />
          ) : state ? (
            <StateAsOf binder={binder} state={state} />
          ) : (
            <Skeleton />
          )}
          <p class="muted small">{text.note}</p>
        </div>
        <Entries past={past} latest={latest} seq={seq} go={go} />
      </div>
    </div>
  );
}

interface MomentProps extends Omit<OpenedProps, 'binder'> {
  seq: number;
  go: (to: number) => void;
}

function Moment({ past, latest, seq, go }: MomentProps) {
  const entry = past.entry(seq);
  const sentence = entry && sentenceOf(entry, past.nameOf);
  const when = entry && formatTime(entry.at);
  return (
    <section class="history-moment" aria-label={text.slider} data-past={seq < latest}>
      <div class="history-slider">
        <button type="button" class="button compact" aria-disabled={seq === 1} onClick={() => go(seq - 1)}>
          {text.earlier}
        </button>
        <input
          type="range"
          min={1}
          max={latest}
          step={1}
          value={seq}
          aria-label={text.slider}
          aria-valuetext={sentence && when ? text.value(sentence, when) : text.entryOf(seq, latest)}
          onInput={({ currentTarget }) => go(Number(currentTarget.value))}
        />
        <button
          type="button"
          class="button compact"
          aria-disabled={seq === latest}
          onClick={() => go(seq + 1)}
        >
          {text.later}
        </button>
      </div>
      <p class="history-said">
        <strong>{sentence ?? text.entryOf(seq, latest)}</strong>{' '}
        <span class="muted small">
          {when && `${when} · `}
          {text.entryOf(seq, latest)}
        </span>
      </p>
      <p class="small" role="status">
        {seq < latest && when ? text.isPast(when) : text.isNow}
      </p>
    </section>
  );
}
