import { useEffect } from 'preact/hooks';
import { Empty, Failed, Skeleton } from '../../design/states.tsx';
import { toast, toastError } from '../../design/toast.tsx';
import { text } from '../../strings/console.ts';
import { consoleBackground as words } from '../../strings/messages/console-background.ts';
import { useConsole } from '../context.ts';
import { Head } from '../head.tsx';
import { ConsoleIcon } from '../icon.tsx';
import { useLoad } from '../load.ts';
import { type Column, Table } from '../table.tsx';
import {
  type BackgroundWork,
  BacklogCell,
  LastErrorCell,
  LastRunCell,
  NameCell,
  NextRunCell,
  nameOf,
  RateCell,
  StateCell,
} from './cells.tsx';

const REFRESH_MS = 5_000;
/** After this time, a quick run has finished. */
const SOON_MS = 1_000;

function columnsOf(kind: BackgroundWork['kind']): Column<BackgroundWork>[] {
  const { columns } = words;
  const name = { label: columns.name, show: (work: BackgroundWork) => <NameCell of={work} /> };
  const state = {
    label: text.columns.state,
    plain: true,
    show: (work: BackgroundWork) => <StateCell of={work} />,
  };
  const last = { label: columns.last, show: (work: BackgroundWork) => <LastRunCell of={work} /> };
  const error = { label: columns.error, show: (work: BackgroundWork) => <LastErrorCell of={work} /> };
  if (kind === 'job')
    return [name, state, last, { label: columns.next, show: (work) => <NextRunCell of={work} /> }, error];
  return [
    name,
    state,
    { label: columns.backlog, show: (work) => <BacklogCell of={work} /> },
    { label: columns.rate, show: (work) => <RateCell of={work} /> },
    last,
    error,
  ];
}

export function BackgroundPage() {
  const { call, boot } = useConsole();
  const path = `/partners/${boot.admin.partner_id}/background`;
  const [loading, reload, isStale] = useLoad(path, (signal) =>
    call<{ work: BackgroundWork[] }>('GET', path, undefined, signal),
  );
  useEffect(() => {
    const timer = setInterval(() => !document.hidden && reload(), REFRESH_MS);
    return () => clearInterval(timer);
  }, []);

  async function retry(work: BackgroundWork): Promise<void> {
    try {
      await call('POST', `${path}/${work.name}/retry`, {});
      toast(words.started(nameOf(work)));
      setTimeout(reload, SOON_MS);
    } catch (error) {
      toastError(error instanceof Error ? error.message : String(error));
    }
  }

  const work = loading.state === 'ready' ? loading.value.work : [];
  return (
    <>
      <Head title={words.title} about={words.about} />
      {loading.state === 'loading' && <Skeleton rows={8} />}
      {loading.state === 'failed' && <Failed message={loading.message} retry={reload} />}
      {loading.state === 'ready' && work.length === 0 && (
        <Empty title={text.empty} icon={<ConsoleIcon name="background" />}>
          {words.empty}
        </Empty>
      )}
      {work.length > 0 && (
        <>
          <Section
            title={words.consumers}
            about={words.consumersAbout}
            columns={columnsOf('consumer')}
            rows={work.filter(({ kind }) => kind === 'consumer')}
            isStale={isStale}
            retry={retry}
          />
          <Section
            title={words.jobs}
            about={words.jobsAbout}
            columns={columnsOf('job')}
            rows={work.filter(({ kind }) => kind === 'job')}
            isStale={isStale}
            retry={retry}
          />
        </>
      )}
    </>
  );
}

interface SectionProps {
  title: string;
  about: string;
  columns: readonly Column<BackgroundWork>[];
  rows: readonly BackgroundWork[];
  isStale: boolean;
  retry: (work: BackgroundWork) => Promise<void>;
}

function Section({ title, about, columns, rows, isStale, retry }: SectionProps) {
  return (
    <section class="section" aria-label={title}>
      <div>
        <h2>{title}</h2>
        <p class="muted small">{about}</p>
      </div>
      <div class="panel" aria-busy={isStale}>
        <Table<BackgroundWork>
          rows={rows}
          id={({ name }) => name}
          columns={columns}
          actions={(work) => (
            <button
              type="button"
              class={`button compact ${work.failing ? '' : 'quiet'}`}
              aria-label={(work.failing ? words.retryOne : words.runOne)(nameOf(work))}
              onClick={() => void retry(work)}
            >
              {work.failing ? words.retry : words.run}
            </button>
          )}
        />
      </div>
    </section>
  );
}
