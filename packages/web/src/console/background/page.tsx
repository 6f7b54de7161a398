import { useEffect } from 'preact/hooks';
import { Empty, Failed, Skeleton } from '../../design/states.tsx';
import { toast } from '../../design/toast.tsx';
import { text } from '../../strings/en.ts';
import { useConsole } from '../context.ts';
import { Head } from '../head.tsx';
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

const words = text.background;
const REFRESH_MS = 5_000;
/** Delay of the refresh after a run is started. Quick runs have finished by then. */
const SOON_MS = 1_000;

const NAME: Column<BackgroundWork> = { label: words.columns.name, show: (work) => <NameCell of={work} /> };
const STATE: Column<BackgroundWork> = {
  label: text.columns.state,
  plain: true,
  show: (work) => <StateCell of={work} />,
};
const LAST: Column<BackgroundWork> = { label: words.columns.last, show: (work) => <LastRunCell of={work} /> };
const NEXT: Column<BackgroundWork> = { label: words.columns.next, show: (work) => <NextRunCell of={work} /> };
const ERROR: Column<BackgroundWork> = {
  label: words.columns.error,
  show: (work) => <LastErrorCell of={work} />,
};

const CONSUMER_COLUMNS: readonly Column<BackgroundWork>[] = [
  NAME,
  STATE,
  { label: words.columns.backlog, show: (work) => <BacklogCell of={work} /> },
  { label: words.columns.rate, show: (work) => <RateCell of={work} /> },
  LAST,
  ERROR,
];
const JOB_COLUMNS: readonly Column<BackgroundWork>[] = [NAME, STATE, LAST, NEXT, ERROR];

/** The log consumers and periodic jobs of all processes: their state, and a button to run one now. */
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
      toast(error instanceof Error ? error.message : String(error));
    }
  }

  const work = loading.state === 'ready' ? loading.value.work : [];
  return (
    <>
      <Head title={words.title} about={words.about} />
      {loading.state === 'loading' && <Skeleton rows={8} />}
      {loading.state === 'failed' && <Failed message={loading.message} retry={reload} />}
      {loading.state === 'ready' && work.length === 0 && (
        <Empty title={text.empty} icon="background">
          {words.empty}
        </Empty>
      )}
      {work.length > 0 && (
        <>
          <Section
            title={words.consumers}
            about={words.consumersAbout}
            columns={CONSUMER_COLUMNS}
            rows={work.filter(({ kind }) => kind === 'consumer')}
            isStale={isStale}
            retry={retry}
          />
          <Section
            title={words.jobs}
            about={words.jobsAbout}
            columns={JOB_COLUMNS}
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
