import type { PageWithoutAnnotations } from '@ringbinder/protocol';
import { Fragment, render } from 'preact';
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { BinderContext } from '../binder/context.ts';
import { type Refusal, refusalOf } from '../binder/refusal.ts';
import { adoptStyles } from '../design/adopt-styles.ts';
import { useDiscardQuestion } from '../design/discard-question.tsx';
import { Alert } from '../design/states.tsx';
import { toast } from '../design/toast.tsx';
import { fillForm as text } from '../strings/messages/fill-form.ts';
import type { View } from '../viewer/view.ts';
import type { PageViewport } from '../viewer/viewport.ts';
import { FormConflict, type PageForm, readFields, saveFields } from './calls.ts';
import { type Draft, draftOf, receive, reset } from './draft.ts';
import css from './fill-form.css?inline';
import { FormInputs } from './inputs.tsx';

interface FillFormProps {
  binder: BinderContext;
  page: PageWithoutAnnotations;
  viewport: PageViewport;
  view: View;
}

/** CSS pixels per point at which a form is easy to read and touch. */
const LEGIBLE_SCALE = 1.5;

export function FillForm({ binder, page, viewport, view }: FillFormProps) {
  adoptStyles(css);
  const draft = useMemo(() => draftOf(binder.id, page.id), [binder.id, page.id]);
  const anchor = useRef<HTMLSpanElement>(null);
  const load = () =>
    readFields(binder, page.id).then(
      (form) => receive(draft, form),
      () => undefined,
    );
  useEffect(() => void load(), [page.id, page.file_id]);
  const form = draft.base.value;
  const canFill = binder.canWrite.value && form?.fields.some((field) => !field.is_read_only) === true;
  const isRefused = form?.refusal !== undefined && (form.refusal.reason !== 'signed' || canFill);
  const hasBar = binder.canWrite.value && (canFill || isRefused);
  const isOpen = canFill && draft.isOpen.value && !form.refusal;
  // Render the bar outside the stage, which scrolls and rotates.
  useLayoutEffect(() => {
    const main = anchor.current?.closest('.viewer-main');
    if (!main || !hasBar) return;
    const host = document.createElement('div');
    main.append(host);
    const start = () => {
      draft.isOpen.value = true;
      if (view.scale.peek() < LEGIBLE_SCALE * 0.8) view.setScale(LEGIBLE_SCALE);
      requestAnimationFrame(() =>
        main.querySelector<HTMLElement>('.form-input :is(input, textarea, select):enabled')?.focus(),
      );
    };
    render(<FormBar {...{ binder, page, draft, load, start }} />, host);
    return () => {
      render(null, host);
      host.remove();
    };
  }, [hasBar, page.id]);
  return (
    <>
      <span ref={anchor} hidden />
      {isOpen && <FormInputs viewport={viewport} draft={draft} />}
    </>
  );
}

interface FormBarProps extends Pick<FillFormProps, 'binder' | 'page'> {
  draft: Draft;
  load: () => Promise<void>;
  start: () => void;
}

const REASONS = {
  xfa: 'xfa',
  signed: 'signed',
  encrypted: 'encrypted',
  too_large: 'tooLarge',
  unreadable: 'unreadable',
} as const;

function FormBar({ binder, page, draft, load, start }: FormBarProps) {
  const { value: isSaving } = draft.isSaving;
  const [refusal, setRefusal] = useState<{ fileId: PageForm['file_id']; message: string }>();
  const count = Object.keys(draft.values.value).length;
  const startButton = useRef<HTMLButtonElement>(null);
  const close = () => {
    reset(draft);
    draft.isOpen.value = false;
    requestAnimationFrame(() => {
      if (document.activeElement === document.body) startButton.current?.focus();
    });
  };
  const { ask, question, cancelling, withdraw } = useDiscardQuestion(() => count > 0, close);
  useEffect(() => draft.values.subscribe(withdraw), [draft]);
  const form = draft.base.value;
  if (!form) return null;
  if (form.refusal) return <p class="form-bar small muted">{text.refused[REASONS[form.refusal.reason]]}</p>;
  const problems = Object.keys(draft.problems.value).length;
  if (!draft.isOpen.value)
    return (
      <div class="form-bar">
        <span class="small muted">{text.fields(form.fields.length)}</span>
        <button type="button" class="button compact" ref={startButton} onClick={start}>
          {text.start}
        </button>
      </div>
    );
  const save = async () => {
    if (isSaving || count === 0) return;
    draft.isSaving.value = true;
    setRefusal(undefined);
    try {
      const values = { ...draft.values.value };
      await saveFields(binder, page.id, { base_file_id: form.file_id, values });
      close();
      toast(text.saved);
      await load();
    } catch (error) {
      if (error instanceof FormConflict) await load();
      else {
        const { message, fields } = refusalOf(error) as Refusal;
        draft.problems.value = problemsOf(fields);
        if (Object.keys(draft.problems.value).length === 0) setRefusal({ fileId: form.file_id, message });
        else focusFirstProblem();
      }
    } finally {
      draft.isSaving.value = false;
    }
  };
  return (
    <div class="form-bar">
      {question || (
        <Fragment key="form">
          <button
            type="button"
            class="button compact primary"
            aria-disabled={isSaving || count === 0}
            onClick={() => void save()}
          >
            {isSaving ? text.saving : text.save}
          </button>
          <button
            type="button"
            class="button compact quiet"
            ref={cancelling}
            aria-disabled={isSaving}
            onClick={isSaving ? undefined : ask}
          >
            {count > 0 ? text.discard : text.close}
          </button>
        </Fragment>
      )}
      <span class="small muted">{count > 0 && text.unsaved(count)}</span>
      <Alert class="notice bad">
        {(refusal?.fileId === form.file_id && refusal.message) ||
          (problems > 0 ? text.problems(problems) : draft.isOutdated.value && text.changed)}
      </Alert>
    </div>
  );
}

const PREFIX = 'values.';

const problemsOf = (fields: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(fields)
      .filter(([path]) => path.startsWith(PREFIX))
      .map(([path, message]) => [path.slice(PREFIX.length), message]),
  );

function focusFirstProblem(): void {
  requestAnimationFrame(() =>
    document.querySelector<HTMLElement>('.form-input [aria-invalid="true"]')?.focus(),
  );
}
