import { type ImportedBinder, importBinder, RingbinderError } from '@ringbinder/client';
import { useRef, useState } from 'preact/hooks';
import { Dialog } from '../../design/dialog.tsx';
import { FileField } from '../../design/file-field.tsx';
import { FormDialog } from '../../design/form-dialog.tsx';
import { formatBytes } from '../../design/format.ts';
import { toast } from '../../design/toast.tsx';
import { text } from '../../strings/console.ts';
import { consoleBinders as words } from '../../strings/messages/console-binders.ts';
import { useConsole } from '../context.ts';

type ImportStep = { kind: 'form' } | { kind: 'done'; result: ImportedBinder };

export function ImportButton({ imported }: { imported: () => void }) {
  const [step, setStep] = useState<ImportStep>();
  return (
    <>
      <button type="button" class="button compact primary" onClick={() => setStep({ kind: 'form' })}>
        {words.import}
      </button>
      {step?.kind === 'form' && (
        <ImportForm
          close={() => setStep(undefined)}
          done={(result, isShown) => {
            if (isShown) setStep({ kind: 'done', result });
            else toast(words.doneToast(result.binder.name));
            imported();
          }}
        />
      )}
      {step?.kind === 'done' && <Result of={step.result} close={() => setStep(undefined)} />}
    </>
  );
}

/** In bytes. */
interface Progress {
  sent: number;
  total: number;
}

interface FormProps {
  close: () => void;
  done: (result: ImportedBinder, isShown: boolean) => void;
}

function ImportForm({ close, done }: FormProps) {
  const { call, boot, orgId } = useConsole();
  const [progress, setProgress] = useState<Progress>();
  const file = useRef<HTMLInputElement>(null);
  const running = useRef<{ abort: AbortController; isSent: boolean; isClosed: boolean }>(undefined);
  const send = async () => {
    const chosen = file.current?.files?.[0];
    if (!chosen) return;
    const state = { abort: new AbortController(), isSent: false, isClosed: false };
    running.current = state;
    const { signal } = state.abort;
    const onProgress = (sent: number, total: number) => {
      state.isSent = sent >= total;
      setProgress({ sent, total });
    };
    try {
      const client = { baseUrl: `${location.origin}${boot.base}`, token: call.token };
      done(await importBinder(client, orgId, chosen, { signal, onProgress }), !state.isClosed);
    } catch (error) {
      setProgress(undefined);
      if (!signal.aborted) throw new Error(importProblem(error), { cause: error });
    }
  };
  return (
    <FormDialog
      title={words.import}
      submit={words.submit}
      send={send}
      progress={progress && <Sending {...progress} />}
      close={() => {
        const { current: state } = running;
        if (state) state.isClosed = true;
        // A complete upload is imported even after the dialog is closed.
        if (!state?.isSent) state?.abort.abort();
        close();
      }}
    >
      <p class="muted small">{words.hint}</p>
      <FileField
        label={words.file}
        name="file"
        accept=".tar,application/x-tar"
        hint={words.fileHint}
        input={file}
      />
    </FormDialog>
  );
}

function Sending({ sent, total }: Progress) {
  const isSent = sent >= total;
  return (
    <div class="field">
      <progress class="progress" aria-label={words.progress} {...(!isSent && { value: sent, max: total })} />
      <p class="hint">{isSent ? words.checking : words.sending(formatBytes(sent), formatBytes(total))}</p>
      <p class="hidden-visually" role="status">
        {isSent && words.checking}
      </p>
    </div>
  );
}

function Result({ of, close }: { of: ImportedBinder; close: () => void }) {
  const { boot } = useConsole();
  const { binder, files, placeholders, is_member } = of;
  return (
    <Dialog title={words.done(binder.name)} close={close}>
      <p>{files === 0 ? words.noFiles : words.doneAbout(files)}</p>
      {placeholders > 0 && <p>{words.placeholders(placeholders)}</p>}
      {!is_member && <p>{words.notMember}</p>}
      <div class="choose">
        <button type="button" class={`button compact ${is_member ? '' : 'primary'}`} onClick={close}>
          {text.actions.close}
        </button>
        {is_member && (
          <a class="button compact primary" href={`${boot.root.replace(/\/admin$/, '')}/b/${binder.id}`}>
            {words.open}
          </a>
        )}
      </div>
    </Dialog>
  );
}

function importProblem(error: unknown): string {
  if (!(error instanceof RingbinderError)) throw error;
  const { status, message, fields } = error;
  switch (status) {
    case 0:
      return words.refused.offline;
    case 400:
      return `${words.refused.file} (${fields[0]?.message ?? message})`;
    case 409:
      return `${words.refused.exists} (${message})`;
    case 412:
      return `${words.refused.precondition} (${message})`;
    case 413:
      return `${words.refused.tooLarge} (${message})`;
    case 503:
      return words.refused.busy;
    default:
      return text.http(String(status));
  }
}
