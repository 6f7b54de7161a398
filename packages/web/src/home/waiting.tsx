import { effect } from '@preact/signals';
import { unwrap } from '@ringbinder/client';
import type { WaitingStep } from '@ringbinder/protocol';
import { useEffect, useState } from 'preact/hooks';
import { refusalOf } from '../binder/refusal.ts';
import { Icon } from '../design/icon.tsx';
import { Empty, Failed, Skeleton } from '../design/states.tsx';
import { common } from '../strings/messages/common.ts';
import { home } from '../strings/messages/home.ts';
import { type AppContext, useApp } from '../timeline/context.ts';
import { Approval } from './approvals.tsx';
import { BulkAnswer } from './bulk-answer.tsx';
import { DelegateButton } from './delegations.tsx';
import { homeStore, oneAtATime } from './store.ts';

const text = home.waitingPage;

const PAGE = 50;
const MAX_LIMIT = 1_000;

interface Loaded {
  steps: readonly WaitingStep[];
  count: number;
  hasMore: boolean;
}

export function Waiting() {
  const app = useApp();
  const [limit, setLimit] = useState(PAGE);
  const [loaded, setLoaded] = useState<Loaded>();
  const [problem, setProblem] = useState<string>();
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [answering, setAnswering] = useState<readonly WaitingStep[]>();
  const load = () => read(app, limit).then(setLoaded, (error) => setProblem(refusalOf(error).message));
  useEffect(() => {
    const loadNext = oneAtATime(load);
    // When Home reloads after a change, load again.
    return effect(() => {
      void homeStore(app).content.value;
      void loadNext();
    });
  }, [limit]);
  useEffect(() => void homeStore(app).load(), []);
  if (!loaded) return problem === undefined ? <Skeleton /> : <Failed message={problem} retry={load} />;
  const { steps, count, hasMore } = loaded;
  const selected = steps.filter((step) => chosen.has(keyOf(step)));
  const choose = (keys: readonly string[], isChosen: boolean) => {
    const next = new Set(chosen);
    for (const key of keys) isChosen ? next.add(key) : next.delete(key);
    setChosen(next);
  };
  return (
    <>
      <div class="waiting-bar">
        {steps.length > 0 && (
          <>
            <label class="check">
              <input
                type="checkbox"
                checked={selected.length === steps.length}
                onChange={(event) => choose(steps.map(keyOf), event.currentTarget.checked)}
              />
              {text.selectAll}
            </label>
            <button
              type="button"
              class="button compact primary"
              disabled={selected.length === 0}
              onClick={() => setAnswering(selected)}
            >
              {text.answer(selected.length)}
            </button>
            <span class="muted small">{text.total(count)}</span>
          </>
        )}
        <DelegateButton />
      </div>
      {steps.length === 0 ? (
        <Empty icon={<Icon name="mark" />} title={text.empty}>
          {text.emptyHint}
        </Empty>
      ) : (
        <ul class="rows home-approvals">
          {steps.map((step) => (
            <Approval
              key={keyOf(step)}
              item={step}
              reload={load}
              lead={
                <input
                  type="checkbox"
                  aria-label={text.select(step.transaction.title)}
                  checked={chosen.has(keyOf(step))}
                  onChange={(event) => choose([keyOf(step)], event.currentTarget.checked)}
                />
              }
            />
          ))}
        </ul>
      )}
      {hasMore && (
        <button type="button" class="button compact quiet" onClick={() => setLimit(limit + PAGE)}>
          {common.actions.more}
        </button>
      )}
      {answering && (
        <BulkAnswer
          steps={answering}
          close={() => {
            setAnswering(undefined);
            void load();
            void homeStore(app).load();
          }}
        />
      )}
    </>
  );
}

const keyOf = ({ binder, step }: WaitingStep) => `${binder.id}/${step.id}`;

async function read({ client }: AppContext, length: number): Promise<Loaded> {
  const query = { state: 'open' as const, limit: Math.min(length, MAX_LIMIT) };
  const { steps, count, next_cursor } = await unwrap(client.api.GET('/me/steps', { params: { query } }));
  return { steps, count, hasMore: next_cursor !== undefined && length < MAX_LIMIT };
}
