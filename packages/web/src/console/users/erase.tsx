import { useEffect, useRef, useState } from 'preact/hooks';
import { Checks, Field } from '../../design/field.tsx';
import { FormDialog, type FormValues } from '../../design/form-dialog.tsx';
import { toast } from '../../design/toast.tsx';
import { consoleErase as words } from '../../strings/messages/console-erase.ts';
import { useConsole } from '../context.ts';
import type { OrgUser } from './form.tsx';

type Step = { kind: 'choose' } | { kind: 'confirm'; content: boolean };

interface EraseProps {
  user: OrgUser;
  erased: () => void;
}

export function EraseButton({ user, erased }: EraseProps) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        class="button compact quiet danger"
        aria-label={words.title(user.name)}
        onClick={() => setOpen(true)}
      >
        {words.label}
      </button>
      {open && <EraseDialog user={user} close={() => setOpen(false)} erased={erased} />}
    </>
  );
}

function EraseDialog({ user, close, erased }: EraseProps & { close: () => void }) {
  const { call, orgId } = useConsole();
  const [step, setStep] = useState<Step>({ kind: 'choose' });
  const name = plain(user.name);
  const send = async (values: FormValues) => {
    if (step.kind === 'choose') {
      setStep({ kind: 'confirm', content: values.has('content') });
      return;
    }
    if (plain(values.get('confirm')) !== name)
      throw Object.assign(new Error(words.otherName), { fields: { confirm: words.otherName } });
    await call('POST', `/orgs/${orgId}/users/${user.id}/erase`, { content: step.content });
    close();
    toast(words.begun);
    erased();
  };
  return (
    <FormDialog
      title={words.title(name)}
      submit={step.kind === 'choose' ? words.next : words.submit}
      danger={step.kind === 'confirm'}
      close={close}
      send={send}
    >
      {step.kind === 'choose' ? <Consequences /> : <Confirmation name={name} content={step.content} />}
    </FormDialog>
  );
}

function Consequences() {
  return (
    <>
      <Listed title={words.goes} lines={Object.values(words.goesList)} />
      <Listed title={words.stays} lines={Object.values(words.staysList)} />
      <Checks
        legend={words.content}
        name="content"
        options={[['true', words.contentOption]]}
        checked={[]}
        hint={words.contentHint}
      />
    </>
  );
}

function Listed({ title, lines }: { title: string; lines: readonly string[] }) {
  return (
    <section class="consequences">
      <h3>{title}</h3>
      <ul>
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </section>
  );
}

function Confirmation({ name, content }: { name: string; content: boolean }) {
  const part = useRef<HTMLDivElement>(null);
  // Do not use a layout effect, because the fields are inert until the first step is sent.
  useEffect(() => part.current?.querySelector('input')?.focus(), []);
  return (
    <div class="stack" ref={part}>
      <p>
        {content ? words.sureWithContent(name) : words.sure(name)} {words.final}
      </p>
      <Field label={words.confirm(name)} name="confirm" required />
    </div>
  );
}

const plain = (name: string) => name.trim().replaceAll(/\s+/g, ' ');
