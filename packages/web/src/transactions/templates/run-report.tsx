import { listAll, unwrap } from '@ringbinder/client';
import type { TransactionRun, TransactionRunItem } from '@ringbinder/protocol';
import { useEffect, useState } from 'preact/hooks';
import type { BinderContext } from '../../binder/context.ts';
import { refusalOf } from '../../binder/refusal.ts';
import { Dialog } from '../../design/dialog.tsx';
import { Alert } from '../../design/states.tsx';
import { templateRunList as list } from '../../strings/messages/template-run-list.ts';
import { templateRuns as words } from '../../strings/messages/template-runs.ts';
import { readableName } from './template.ts';

interface RunReportProps {
  binder: BinderContext;
  orgId: string;
  template: { id: string; name: string };
  runId: number;
  names: ReadonlyMap<string, string>;
  back?: () => void;
  close: () => void;
}

const POLL_MS = 1_000;
const RUN = '/orgs/{org_id}/transaction_templates/{template_id}/runs/{run_id}';

export function RunReport({ binder, orgId, template, runId, names, back, close }: RunReportProps) {
  const [run, setRun] = useState<TransactionRun>();
  const [items, setItems] = useState<readonly TransactionRunItem[]>([]);
  const [failure, setFailure] = useState('');
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isThere = true;
    const path = { org_id: orgId, template_id: template.id, run_id: runId };
    const load = (query: { limit?: number; cursor?: string }) =>
      unwrap(binder.client.api.GET(RUN, { params: { path, query } }));
    const follow = async () => {
      try {
        const latest = await load({ limit: 1 });
        const results: TransactionRunItem[] = [];
        if (latest.state === 'ended')
          for await (const item of listAll((cursor) => load(cursor ? { cursor } : {}), 'binders'))
            results.push(item);
        if (!isThere) return;
        setRun(latest);
        setItems(results);
        setFailure('');
        if (latest.state === 'running') timer = setTimeout(follow, POLL_MS);
      } catch (error) {
        if (!isThere) return;
        setFailure(refusalOf(error).message);
        timer = setTimeout(follow, POLL_MS * 5);
      }
    };
    void follow();
    return () => {
      isThere = false;
      clearTimeout(timer);
    };
  }, [runId]);
  const handled = run ? run.created_count + run.failed_count : 0;
  const nameOf = (id: string) => names.get(id) ?? id;
  const failed = items.filter(({ state }) => state === 'failed');
  const created = items.filter(({ state }) => state === 'created');
  return (
    <Dialog title={words.report(template.name)} close={close} wide>
      <Alert class="notice bad">{failure}</Alert>
      <progress
        class="progress"
        aria-label={words.report(template.name)}
        value={handled}
        max={run?.total_count ?? 1}
      />
      <p role="status">{run && runResult(run)}</p>
      {run?.state !== 'ended' && <p class="muted small">{words.running}</p>}
      {failed.length > 0 && (
        <section aria-labelledby="run-failures">
          <h3 id="run-failures">{words.failures}</h3>
          <ul class="run-items">
            {failed.map(({ binder_id, error }) => (
              <li key={binder_id}>
                <bdi>{nameOf(binder_id)}</bdi> <span class="wrong small">{reasonOf(error)}</span>
              </li>
            ))}
          </ul>
        </section>
      )}
      {created.length > 0 && (
        <section aria-labelledby="run-successes">
          <h3 id="run-successes">{words.successes}</h3>
          <ul class="run-items">
            {created.map(({ binder_id, transaction_id = 0 }) => (
              <li key={binder_id}>
                <a
                  href={binder.links.transaction(transaction_id).replace(binder.id, binder_id)}
                  onClick={close}
                >
                  <bdi>{nameOf(binder_id)}</bdi>
                </a>
              </li>
            ))}
          </ul>
        </section>
      )}
      <div class="choose">
        {back && (
          <button type="button" class="button compact quiet" onClick={back}>
            {list.back}
          </button>
        )}
        <button type="button" class="button compact" onClick={close}>
          {words.close}
        </button>
      </div>
    </Dialog>
  );
}

function reasonOf(error: TransactionRunItem['error']): string {
  if (error?.errors)
    return error.errors
      .map(({ path, message }) => {
        const [, name] = /^(?:roles|variables)\.([^.]+)/.exec(path) ?? [];
        // Users do not know the API's field name in brackets.
        return name === undefined
          ? `${path} ${message}`
          : `${readableName(name)} ${message.replace(/ \(.*\)$/, '')}`;
      })
      .join('; ');
  return error?.code === 'RESPONSE_ERROR_PERMISSION' ? words.noAccess : (error?.message ?? '');
}

export function runResult({ state, created_count, failed_count, total_count }: TransactionRun): string {
  if (state !== 'ended') return words.progress(created_count + failed_count, total_count);
  return failed_count === 0
    ? words.ended(created_count)
    : words.endedWithFailures(created_count, failed_count);
}
