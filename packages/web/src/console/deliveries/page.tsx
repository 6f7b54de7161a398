import { useState } from 'preact/hooks';
import { Select } from '../../design/field.tsx';
import { Badge } from '../../design/states.tsx';
import { toast } from '../../design/toast.tsx';
import { text } from '../../strings/console.ts';
import { consoleBots } from '../../strings/messages/console-bots.ts';
import { useConsole } from '../context.ts';
import { Head } from '../head.tsx';
import { List } from '../list.tsx';
import { useLoad } from '../load.ts';
import { Time } from '../table.tsx';
import { Answer, type Attempt, type Delivery } from './answer.tsx';
import { EventDialog } from './event.tsx';
import { Health, type ReceiverWords } from './health.tsx';
import { ReplayForm } from './replay.tsx';

const words = consoleBots.deliveries;
/** After this time, a working receiver has responded. */
const SOON_MS = 1_500;
const TONES = { pending: 'warn', delivered: 'good', dead: 'bad' } as const;

interface Note {
  message: string;
  bad: boolean;
}

const columns = () => [
  {
    label: words.columns.event,
    show: ({ sequence, message_type }: Delivery) => (
      <span class="event">
        <span class="number muted">{sequence}</span> <strong>{message_type}</strong>
      </span>
    ),
  },
  {
    label: text.columns.state,
    plain: true,
    show: ({ state }: Delivery) => <Badge tone={TONES[state]}>{words.stateOf[state]}</Badge>,
  },
  { label: words.columns.tries, show: ({ attempts }: Delivery) => <span class="number">{attempts}</span> },
  { label: words.columns.last, show: ({ last_attempt }: Delivery) => <Answer of={last_attempt} /> },
  { label: words.columns.when, show: ({ created_time }: Delivery) => <Time at={created_time} /> },
];

interface DeliveriesPageProps {
  path: string;
  receiver: string;
  findName: (signal: AbortSignal) => Promise<string | undefined>;
  words: ReceiverWords & Record<'about' | 'back' | 'empty', string>;
  page: string;
}

export function DeliveriesPage({ path, receiver, findName, words: own, page }: DeliveriesPageProps) {
  const { call } = useConsole();
  const [state, setState] = useState('');
  const [opened, setOpened] = useState<Delivery>();
  const [note, setNote] = useState<Note>();
  const [busy, setBusy] = useState(false);
  const [round, setRound] = useState(0);
  const [named] = useLoad(path, findName);
  const name = (named.state === 'ready' && named.value) || receiver;

  const showNote = async (act: () => Promise<Note>) => {
    setNote(undefined);
    try {
      setNote(await act());
    } catch (error) {
      setNote({ message: messageOf(error), bad: true });
    }
  };
  const test = async () => {
    if (busy) return;
    setBusy(true);
    await showNote(async () => {
      const { status, reason, duration } = await call<Attempt>('POST', `${path}/test`, {});
      const message =
        status === null
          ? words.unanswered(reason ?? '')
          : words.answered(String(status), Math.round(duration));
      return { message, bad: status === null || status >= 300 };
    });
    setBusy(false);
  };
  const replay = async (input: Record<string, unknown>, reload: () => void) => {
    const { replayed } = await call<{ replayed: number }>('POST', `${path}/replay`, input);
    toast(words.replayed(replayed));
    refresh(reload);
    setTimeout(() => refresh(reload), SOON_MS);
  };
  const refresh = (reload: () => void) => {
    setRound((before) => before + 1);
    reload();
  };
  return (
    <>
      <Head title={words.title(name)} about={own.about} back={{ page, title: own.back }}>
        <button type="button" class="button compact" aria-disabled={busy} onClick={test}>
          {busy ? words.testing : words.test}
        </button>
      </Head>
      <div role="status">{note && <p class={`notice ${note.bad ? 'bad' : ''}`}>{note.message}</p>}</div>
      <Health path={path} round={round} words={own} />
      <List<Delivery>
        path={`${path}/deliveries`}
        of="deliveries"
        id={({ sequence }) => sequence}
        empty={own.empty}
        icon="bots"
        filter={state && `state=${state}`}
        filters={
          <Select
            label={words.state}
            name="state"
            options={[['', words.allEvents], ...Object.entries(words.stateOf)]}
            value={state}
            onChange={setState}
          />
        }
        tools={(reload) => (
          <>
            <button type="button" class="button compact" onClick={() => refresh(reload)}>
              {words.refresh}
            </button>
            <ReplayForm replay={(input) => replay(input, reload)} />
          </>
        )}
        columns={columns()}
        actions={(delivery, reload) => (
          <>
            <button
              type="button"
              class="button compact quiet"
              aria-label={words.showOne(String(delivery.sequence))}
              onClick={() => setOpened(delivery)}
            >
              {words.show}
            </button>
            <button
              type="button"
              class="button compact quiet"
              aria-label={(delivery.state === 'pending' ? words.hurryOne : words.replayOne)(
                String(delivery.sequence),
              )}
              onClick={() =>
                replay({ sequences: [delivery.sequence] }, reload).catch((error) => toast(messageOf(error)))
              }
            >
              {delivery.state === 'pending' ? words.hurry : words.replay}
            </button>
          </>
        )}
      />
      {opened && <EventDialog path={path} of={opened} close={() => setOpened(undefined)} />}
    </>
  );
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
