import { answersOf, type EnteredAnswers, isEntered } from '@ringbinder/protocol/form-answers.ts';
import { plainText } from '@ringbinder/protocol/plain-text.ts';
import type { ComponentChildren, RefObject } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { Alert, lazy } from '../../design/states.tsx';
import { approvalErrors } from '../../strings/en/module-errors.ts';
import { approval as text } from '../../strings/messages/approval.ts';
import { formAnswers } from '../../strings/messages/form-answers.ts';
import { onFilesOf } from '../../transactions/entered-signatures.ts';
import { FormControl } from '../../transactions/form-control.tsx';
import type { EnteredSignatures } from '../../transactions/signature-pad.tsx';
import { AnswerButtons } from './answer-buttons.tsx';
import { LinkError, type LinkedStep, type StepLink } from './link.ts';
import type { Visibility } from './visible.ts';

const FileList = lazy(
  () => import('../../transactions/file-list.tsx').then((module) => module.FileList),
  'quiet',
);

const SignaturePad = lazy(
  () => import('../../transactions/signature-pad.tsx').then((module) => module.SignaturePad),
  'quiet',
);

export interface ApprovalEvents {
  onShown(): void;
  onAnswered(detail: { transaction_id: number; step_id: number; click_button_id: string }): void;
  onError(code: string | number, message: string): void;
}

interface ApprovalProps extends ApprovalEvents {
  link: StepLink;
  clientId: string;
  isAsking: boolean;
}

const PAUSE_MS = 5_000;

type State =
  | { is: 'loading' }
  | { is: 'open'; linked: LinkedStep }
  | { is: 'answered'; linked: LinkedStep; buttonId: string }
  | { is: 'dead' | 'client' | 'failed'; message: string };

function useRequest({ link, clientId, onShown, onAnswered, onError }: ApprovalProps) {
  const [state, setState] = useState<State>({ is: 'loading' });
  const [chosen, setChosen] = useState<string>();
  const [refusal, setRefusal] = useState('');
  const [wrongs, setWrongs] = useState<Wrongs>({});
  const [signatures, setSignatures] = useState<EnteredSignatures>({});

  async function look(): Promise<void> {
    try {
      const linked = await link.look();
      if (linked.client_id === clientId) setState({ is: 'open', linked });
      else throw new LinkError(403, approvalErrors.client);
    } catch (error) {
      fail(error as LinkError);
    }
  }

  function fail({ status, message }: LinkError): void {
    onError(status === 0 ? 'unreachable' : status, message);
    setState({ is: status === 401 ? 'dead' : status === 403 ? 'client' : 'failed', message });
  }

  useEffect(() => {
    void look();
  }, [link]);
  useEffect(() => {
    if (state.is === 'open') onShown();
  }, [state.is]);

  const isFollowed = state.is === 'open' && isLater(state.linked);
  useEffect(() => {
    if (!isFollowed) return undefined;
    const ending = new AbortController();
    const show = (linked: LinkedStep) => setState({ is: 'open', linked });
    void followTurn(link, ending.signal, show).catch((error) => fail(error as LinkError));
    return () => ending.abort();
  }, [link, isFollowed]);

  function check(visibility: Visibility, form: HTMLFormElement | null): boolean {
    setRefusal(visibility === 'clear' ? '' : text[visibility]);
    if (visibility === 'covered') onError('covered', approvalErrors.covered);
    if (visibility !== 'clear') return false;
    const unreadable = unreadableIn(form);
    setWrongs(unreadable);
    const isReadable = Object.keys(unreadable).length === 0;
    if (!isReadable) setRefusal(formAnswers.change);
    return isReadable;
  }

  async function send(linked: LinkedStep, buttonId: string, form: HTMLFormElement | null) {
    setChosen(buttonId);
    try {
      await link.press(
        buttonId,
        answersFor(linked, buttonId, form),
        signaturesFor(linked, buttonId, signatures),
      );
      setState({ is: 'answered', linked, buttonId });
      onAnswered({
        transaction_id: linked.transaction.id,
        step_id: linked.step.id,
        click_button_id: buttonId,
      });
    } catch (error) {
      const { status, message, fields } = error as LinkError;
      if (status === 401) return fail(error as LinkError);
      onError(status === 0 ? 'unreachable' : status, message);
      const ofForm = Object.fromEntries(fields.map((field) => [field.path, sentence(field.message)]));
      const isInForm = linked.step.fields?.some(({ id }) => ofForm[nameOf(id)]);
      setWrongs(ofForm);
      setRefusal(status === 0 ? text.offline : isInForm ? formAnswers.change : sentence(message));
      // The step was answered elsewhere, was stopped or is overdue.
      if (status === 409 || status === 412) await look();
    } finally {
      setChosen(undefined);
    }
  }
  async function upload(requestId: string, file: File): Promise<void> {
    try {
      await link.upload(requestId, file);
    } catch (error) {
      const { status, message } = error as LinkError;
      if (status === 401) fail(error as LinkError);
      throw new Error(status === 0 ? text.offline : sentence(message));
    }
    await look();
  }
  return { state, chosen, refusal, wrongs, signatures, setSignatures, look, check, send, upload };
}

async function followTurn(
  link: StepLink,
  signal: AbortSignal,
  show: (linked: LinkedStep) => void,
): Promise<void> {
  while (!signal.aborted) {
    try {
      const linked = await link.follow(signal);
      if (!signal.aborted) show(linked);
      if (!isLater(linked)) return;
    } catch (error) {
      if (signal.aborted) return;
      if ((error as LinkError).status === 401) throw error;
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    }
  }
}

export function Approval(props: ApprovalProps) {
  const request = useRequest(props);
  return (
    <>
      <Alert as="div" class="">
        {problemOf(request.state)}
      </Alert>
      <Content {...request} isAsking={props.isAsking} />
    </>
  );
}

function problemOf(state: State): ComponentChildren {
  switch (state.is) {
    case 'dead':
    case 'client':
      return (
        <>
          <h1>{text[state.is]}</h1>
          <p class="muted">{state.is === 'dead' ? text.deadHint : text.clientHint}</p>
        </>
      );
    case 'failed':
      return (
        <>
          <h1>{text.failed}</h1>
          <p class="muted">{sentence(state.message)}</p>
        </>
      );
    default:
      return null;
  }
}

type ContentProps = ReturnType<typeof useRequest> & Pick<ApprovalProps, 'isAsking'>;

function Content({ isAsking, ...request }: ContentProps) {
  const { state, chosen, refusal, wrongs, signatures, setSignatures, look, check, send, upload } = request;
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus(), [wrongs]);
  switch (state.is) {
    case 'loading':
      return <p class="muted">{text.loading}</p>;
    case 'open':
      return (
        <Request
          linked={state.linked}
          refusal={refusal}
          wrongs={wrongs}
          form={form}
          isSending={chosen !== undefined}
          upload={upload}
          signatures={signatures}
          sign={setSignatures}
        >
          <AnswerButtons
            linked={state.linked}
            chosen={chosen}
            isAsking={isAsking}
            check={(visibility) => check(visibility, form.current)}
            send={(id) => send(state.linked, id, form.current)}
          />
        </Request>
      );
    case 'answered':
      return <Answered {...state} />;
    case 'failed':
      return <LookAgain onLook={look} />;
    case 'dead':
    case 'client':
      return null;
  }
}

type Wrongs = Readonly<Record<string, string>>;

const nameOf = (id: string) => `answers.${id}`;

function answersFor(
  { step }: LinkedStep,
  buttonId: string,
  form: HTMLFormElement | null,
): EnteredAnswers | undefined {
  const action = step.actions.find(({ id }) => id === buttonId);
  if (!step.fields || !form || action?.outcome === 'rejected') return undefined;
  const entries = new FormData(form);
  return answersOf(step.fields, (id) => entries.get(nameOf(id)) as string | null);
}

function signaturesFor(
  { step }: LinkedStep,
  buttonId: string,
  signatures: EnteredSignatures,
): EnteredSignatures | undefined {
  const action = step.actions.find(({ id }) => id === buttonId);
  if (!step.signatures || action?.outcome === 'rejected') return undefined;
  return onFilesOf(step.signatures, signatures);
}

/** Browsers return no value for these entries. */
function unreadableIn(form: HTMLFormElement | null): Wrongs {
  const inputs = form?.querySelectorAll<HTMLInputElement>('input:invalid') ?? [];
  return Object.fromEntries([...inputs].map(({ name, validationMessage }) => [name, validationMessage]));
}

interface RequestProps {
  linked: LinkedStep;
  refusal: string;
  wrongs: Wrongs;
  form: RefObject<HTMLFormElement | null>;
  isSending: boolean;
  upload: (requestId: string, file: File) => Promise<void>;
  signatures: EnteredSignatures;
  sign: (signatures: EnteredSignatures) => void;
  children: ComponentChildren;
}

function Request({
  linked,
  refusal,
  wrongs,
  form,
  isSending,
  upload,
  signatures,
  sign,
  children,
}: RequestProps) {
  const { transaction, binder, step, user } = linked;
  const isOpen = transaction.is_active && !transaction.outcome;
  const content = plainText(transaction.content);
  const now = step.status === 'current' && isOpen;
  const unread = now ? (step.pages ?? []).flatMap(({ name, is_read }) => (is_read ? [] : name)) : [];
  return (
    <>
      <header>
        <h1 dir="auto">{transaction.title}</h1>
        <p class="muted small">{text.asks(transaction.creator.name, binder.name)}</p>
      </header>
      {content !== '' && <p class="request-text">{content}</p>}
      {unread.length > 0 && <p class="notice">{text.unreadPages(unread.map(text.quoted).join(', '))}</p>}
      {now && step.file_requests && (
        <FileList
          requests={step.file_requests}
          upload={({ id }, file) => upload(id, file)}
          isFixed={(step.pressed_count ?? 0) > 0}
          show={({ name }) => <bdi>{name}</bdi>}
        />
      )}
      {now ? (
        <form class="stack" noValidate ref={form} onSubmit={(event) => event.preventDefault()}>
          {/* Input during the request would be lost. */}
          <div style={{ display: 'contents' }} inert={isSending}>
            {step.fields?.filter(isEntered).map((field) => (
              <FormControl
                key={field.id}
                field={field}
                name={nameOf(field.id)}
                wrong={wrongs[nameOf(field.id)]}
              />
            ))}
            {step.signatures?.map((place) => (
              <SignaturePad
                key={place.id}
                place={place}
                name={`signatures.${place.id}`}
                value={signatures[place.id] ?? {}}
                wrong={wrongs[`signatures.${place.id}`]}
                change={(signature) => sign({ ...signatures, [place.id]: signature })}
              />
            ))}
          </div>
          {children}
        </form>
      ) : (
        <p class="notice" role="status">
          {whyNot(linked)}
        </p>
      )}
      <Alert>{refusal}</Alert>
      {step.assignee_count !== undefined && (
        <p class="muted small">
          {text.several(step.required ?? 1, step.assignee_count, step.pressed_count ?? 0)}
        </p>
      )}
      {now && <p class="muted small">{text.once(user.name)}</p>}
    </>
  );
}

function whyNot(linked: LinkedStep): string {
  if (!isLater(linked)) return text[isStopped(linked) ? 'stopped' : 'settled'];
  return text[linked.step.is_blocked ? 'blocked' : 'waiting'];
}

const isLater = ({ transaction, step }: LinkedStep) =>
  step.status === 'waiting' && transaction.is_active && !transaction.outcome;

const isStopped = ({ transaction, step }: LinkedStep) =>
  !transaction.is_active && !transaction.outcome && (step.status === 'current' || step.status === 'waiting');

function LookAgain({ onLook }: { onLook(): void }) {
  return (
    <button type="button" class="button compact again" onClick={onLook}>
      {text.again}
    </button>
  );
}

function Answered({ linked, buttonId }: { linked: LinkedStep; buttonId: string }) {
  const heading = useRef<HTMLHeadingElement>(null);
  // The focused button was removed.
  useEffect(() => heading.current?.focus(), []);
  const action = linked.step.actions.find(({ id }) => id === buttonId);
  return (
    <>
      <header>
        <h1 ref={heading} tabIndex={-1} aria-describedby="answer">
          {text.thanks}
        </h1>
        <p dir="auto" class="muted small">
          {linked.transaction.title}
        </p>
      </header>
      <p class="approval-answer" id="answer">
        <span class="approval-mark" data-outcome={action?.outcome} aria-hidden="true">
          {action?.outcome === 'rejected' ? '✕' : '✓'}
        </span>
        <span>
          {text.answered} <strong>{action?.text}</strong>
        </span>
      </p>
    </>
  );
}

const sentence = (message: string) => `${message.charAt(0).toUpperCase()}${message.slice(1)}.`;
