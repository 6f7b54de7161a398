import type { PageWithoutAnnotations } from '@ringbinder/protocol';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { BinderContext } from '../binder/context.ts';
import { saveBlob } from '../binder/download.ts';
import { nameOf } from '../binder/page-name.ts';
import { Select } from '../design/field.tsx';
import { FileField } from '../design/file-field.tsx';
import { FormDialog, type FormValues } from '../design/form-dialog.tsx';
import { nameLanguage } from '../design/format.ts';
import { toast, toastError } from '../design/toast.tsx';
import { language } from '../strings/language.ts';
import { captions as text } from '../strings/messages/captions.ts';
import { languages } from '../strings/supported-language.ts';
import { type CaptionsKind, type PageCaptions, readCaptions, removeCaptions, saveCaptions } from './calls.ts';

interface CaptionsDialogProps {
  binder: BinderContext;
  page: PageWithoutAnnotations;
  close: () => void;
}

const KINDS = ['captions', 'descriptions'] as const;
const OTHER = 'und';

export function CaptionsDialog({ binder, page, close }: CaptionsDialogProps) {
  const input = useRef<HTMLInputElement>(null);
  const send = async (values: FormValues) => {
    const file = input.current?.files?.[0];
    if (!file) return;
    const kind = values.get('kind') as CaptionsKind;
    await saveCaptions(binder, page.id, { kind, language: values.get('language'), file });
    toast(text.saved);
    close();
  };
  const options = languages
    .map((code) => [code, nameLanguage(code)] as const)
    .toSorted(([, one], [, other]) => one.localeCompare(other));
  return (
    <FormDialog title={text.title(nameOf(page))} submit={text.save} close={close} send={send}>
      <ul class="rows">
        {KINDS.map((kind) => (
          <Row key={kind} binder={binder} page={page} kind={kind} />
        ))}
      </ul>
      <FileField
        label={text.file}
        name="captions"
        accept=".vtt,.srt,text/vtt,application/x-subrip"
        hint={text.hint}
        input={input}
      />
      <Select
        name="kind"
        label={text.kind}
        options={KINDS.map((kind) => [kind, text.kinds[kind]])}
        value="captions"
      />
      <Select
        name="language"
        label={text.language}
        options={[...options, [OTHER, text.other]]}
        value={language()}
      />
    </FormDialog>
  );
}

function Row({ binder, page, kind }: Omit<CaptionsDialogProps, 'close'> & { kind: CaptionsKind }) {
  const [captions, setCaptions] = useState<PageCaptions>();
  useEffect(() => {
    let isOver = false;
    readCaptions(binder, page.id, kind)
      .catch(() => undefined)
      .then((read) => !isOver && setCaptions(read));
    return () => {
      isOver = true;
    };
  }, [page.id, page.revision, kind]);
  const name = text.kinds[kind];
  return (
    <li class="file-row">
      <div class="file-about">
        <strong>{name}</strong>
        <span class="muted small">{aboutOf(captions)}</span>
      </div>
      <span class="upload-actions">
        {captions && (
          <button
            type="button"
            class="button compact quiet"
            onClick={() => saveBlob(new Blob([captions.vtt], { type: 'text/vtt' }), `${nameOf(page)}.vtt`)}
          >
            {text.download(name)}
          </button>
        )}
        {captions?.language !== undefined && (
          <button
            type="button"
            class="button compact quiet"
            onClick={({ currentTarget }) => {
              // Pass on the focus, because the button disappears.
              currentTarget.closest('form')?.querySelector<HTMLElement>('input[type=file]')?.focus();
              removeCaptions(binder, page.id, kind).then(
                () => toast(text.removed),
                (error: Error) => toastError(error.message),
              );
            }}
          >
            {text.remove(name)}
          </button>
        )}
      </span>
    </li>
  );
}

function aboutOf(captions: PageCaptions | undefined): string {
  if (!captions) return text.none;
  if (captions.language === undefined) return text.ofMeet;
  return captions.language === OTHER ? text.other : nameLanguage(captions.language);
}
