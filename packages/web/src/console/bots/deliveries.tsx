import { useState } from 'preact/hooks';
import { BarChart } from '../../design/chart.tsx';
import { Dialog } from '../../design/dialog.tsx';
import { Select } from '../../design/field.tsx';
import { Badge, Failed, Skeleton } from '../../design/states.tsx';
import { toast } from '../../design/toast.tsx';
import type { components } from '../../schemas.ts';
import { text } from '../../strings/en.ts';
import { useConsole } from '../context.ts';
import { List, Time } from '../list.tsx';
import { useLoad } from '../load.ts';

type Delivery = components['schemas']['BotDelivery'];
type Attempt = components['schemas']['DeliveryAttempt'];

const STATES = [
  ['', 'All events'],
  ['pending', 'Pending'],
  ['delivered', 'Delivered'],
  ['dead', 'Given up'],
] as const;
const TONES = { pending: '', delivered: 'good', dead: 'bad' } as const;

/** What became of the events of a bot in the org: state, tries, payload; replay and test. */
export function Deliveries({ clientId, name, back }: { clientId: string; name: string; back: () => void }) {
  const { call, orgId } = useConsole();
  const [state, setState] = useState('');
  const [seen, setSeen] = useState<number>();
  const path = `/orgs/${orgId}/bots/${clientId}`;
  const tell = async (act: () => Promise<string>) => {
    try {
      toast(await act());
    } catch (error) {
      toast(error instanceof Error ? error.message : String(error));
    }
  };
  const test = () =>
    tell(async () => {
      const { status, reason } = await call<Attempt>('POST', `${path}/test`, {});
      return status === null ? `No answer: ${reason}` : `The receiver answered ${status}.`;
    });
  const replay = (sequence: number, reload: () => void) =>
    tell(async () => {
      await call('POST', `${path}/replay`, { sequences: [sequence] });
      reload();
      return 'The event is pushed again.';
    });
  return (
    <section class="section">
      <div class="tools">
        <h2>Deliveries to {name}</h2>
        <button type="button" class="button compact push" onClick={back}>
          Back to bots
        </button>
        <button type="button" class="button compact" onClick={test}>
          Send a test
        </button>
      </div>
      <Health path={path} />
      <List<Delivery>
        key={state}
        path={`${path}/deliveries${state && `?state=${state}`}`}
        of="deliveries"
        id={({ sequence }) => sequence}
        empty="The bot has been sent nothing yet."
        tools={() => <Select label="State" name="state" options={STATES} value={state} onChange={setState} />}
        columns={[
          {
            label: 'Event',
            show: ({ sequence, message_type }) => <strong>{`${sequence} · ${message_type}`}</strong>,
          },
          {
            label: 'State',
            show: ({ state }) => <Badge tone={TONES[state]}>{state === 'dead' ? 'given up' : state}</Badge>,
          },
          { label: 'Tries', show: ({ attempts }) => <span class="number">{attempts}</span> },
          {
            label: 'Last answer',
            show: ({ last_attempt }) => (last_attempt ? (last_attempt.status ?? last_attempt.reason) : '–'),
          },
          { label: 'When', show: ({ created_time }) => <Time at={created_time} /> },
        ]}
        actions={({ sequence, state }, reload) => (
          <>
            <button
              type="button"
              class="button compact quiet"
              aria-label={`Show event ${sequence}`}
              onClick={() => setSeen(sequence)}
            >
              Show
            </button>
            {state !== 'pending' && (
              <button
                type="button"
                class="button compact quiet"
                aria-label={`Replay event ${sequence}`}
                onClick={() => replay(sequence, reload)}
              >
                Replay
              </button>
            )}
          </>
        )}
      />
      {seen !== undefined && (
        <DeliveryDialog
          path={`${path}/deliveries/${seen}`}
          sequence={seen}
          close={() => setSeen(undefined)}
        />
      )}
    </section>
  );
}

interface HealthAnswer {
  periods: components['schemas']['DeliveryPeriod'][];
}

function Health({ path }: { path: string }) {
  const { call } = useConsole();
  const [loading, reload] = useLoad(path, () => call<HealthAnswer>('GET', `${path}/health?days=7`));
  if (loading.state === 'loading') return <Skeleton rows={3} />;
  if (loading.state === 'failed') return <Failed message={loading.message} retry={reload} />;
  const bars = (of: 'delivered' | 'failed') =>
    loading.value.periods.map((period) => ({
      label: new Date(period.time).toISOString().slice(0, 10),
      value: period[of],
    }));
  return (
    <div class="charts">
      <BarChart title="Delivered" bars={bars('delivered')} />
      <BarChart title="Failed tries" bars={bars('failed')} />
    </div>
  );
}

function DeliveryDialog({ path, sequence, close }: { path: string; sequence: number; close: () => void }) {
  const { call } = useConsole();
  const [loading, reload] = useLoad(path, () => call<{ message: unknown; tries: Attempt[] }>('GET', path));
  return (
    <Dialog title={`Event ${sequence}`} close={close}>
      {loading.state === 'loading' && <Skeleton rows={3} />}
      {loading.state === 'failed' && <Failed message={loading.message} retry={reload} />}
      {loading.state === 'ready' && (
        <>
          {loading.value.tries.map(({ time, status, reason, duration, answer }) => (
            <p key={time}>
              <Time at={time} />: <strong>{status ?? reason}</strong> in {Math.round(duration)} ms{' '}
              <span class="mono muted">{answer}</span>
            </p>
          ))}
          <div class="field">
            <label for="payload">Payload</label>
            <textarea
              id="payload"
              rows={12}
              readOnly
              value={JSON.stringify(loading.value.message, null, 2)}
            />
          </div>
        </>
      )}
      <footer>
        <button type="button" class="button compact primary" onClick={close}>
          {text.actions.close}
        </button>
      </footer>
    </Dialog>
  );
}
