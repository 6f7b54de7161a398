import { useState } from 'preact/hooks';
import { Dialog } from '../../design/dialog.tsx';
import { Empty, Failed, Skeleton } from '../../design/states.tsx';
import { Tabs } from '../../design/tabs.tsx';
import { text } from '../../strings/console.ts';
import { consoleBots } from '../../strings/messages/console-bots.ts';
import { useConsole } from '../context.ts';
import { useLoad } from '../load.ts';
import { formatSpan } from '../span.ts';
import { NONE, Table, Time } from '../table.tsx';
import { Answer, type Attempt, type Delivery } from './answer.tsx';

const words = consoleBots.deliveries;

interface Whole {
  message: unknown;
  tries: Attempt[];
}

export function EventDialog({ path, of, close }: { path: string; of: Delivery; close: () => void }) {
  const { call } = useConsole();
  const [tab, setTab] = useState<'message' | 'tries'>('message');
  const target = `${path}/deliveries/${of.sequence}`;
  const [loading, reload] = useLoad(target, (signal) => call<Whole>('GET', target, undefined, signal));
  return (
    <Dialog title={words.event(String(of.sequence), of.message_type)} close={close} wide>
      {loading.state === 'loading' && <Skeleton rows={6} />}
      {loading.state === 'failed' && <Failed message={loading.message} retry={reload} />}
      {loading.state === 'ready' && (
        <Tabs
          label={words.eventTabsLabel}
          tabs={[
            ['message', words.eventTabs.message],
            ['tries', words.eventTabs.tries],
          ]}
          selected={tab}
          select={setTab}
        >
          {tab === 'message' ? <Message of={loading.value.message} /> : <Tries of={loading.value.tries} />}
        </Tabs>
      )}
      <div class="choose">
        <button type="button" class="button compact primary" onClick={close}>
          {text.actions.close}
        </button>
      </div>
    </Dialog>
  );
}

function Message({ of }: { of: unknown }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users can only scroll a focusable region
    <section class="code" tabIndex={0} aria-label={words.message}>
      <pre>{JSON.stringify(of, null, 2)}</pre>
    </section>
  );
}

function Tries({ of }: { of: Attempt[] }) {
  if (of.length === 0) return <Empty title={words.untried} />;
  return (
    <Table
      rows={of}
      id={({ time }) => time}
      columns={[
        { label: words.tryColumns.when, show: ({ time }) => <Time at={time} /> },
        { label: words.tryColumns.answer, show: (attempt) => <Answer of={attempt} /> },
        {
          label: words.tryColumns.took,
          show: ({ duration }) => <span class="number">{formatSpan(duration)}</span>,
        },
        {
          label: words.tryColumns.said,
          show: ({ answer }) => <span class="mono">{answer || NONE}</span>,
        },
      ]}
    />
  );
}
