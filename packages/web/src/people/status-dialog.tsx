import { type Availability, availabilities, type UserStatus } from '@ringbinder/protocol';
import { useEffect, useRef, useState } from 'preact/hooks';
import { refusalOf } from '../binder/refusal.ts';
import { EmojiPicker } from '../chat/emoji/lazy-picker.ts';
import { Field, Select } from '../design/field.tsx';
import { FormDialog, type FormValues } from '../design/form-dialog.tsx';
import { formatSoon } from '../design/format.ts';
import { toast, toastError } from '../design/toast.tsx';
import { person } from '../strings/messages/person.ts';
import { useApp } from '../timeline/context.ts';
import { endOf } from './local-time.ts';
import { forgetPerson, readPerson } from './person-store.ts';
import { saveStatus } from './save-status.ts';
import { nameOfAvailability } from './status-mark.tsx';

const text = person.status;
const MINUTE_MS = 60_000;

const END_TIMES: Readonly<Record<string, (now: number) => number>> = {
  minutes: (now) => now + 30 * MINUTE_MS,
  hour: (now) => now + 60 * MINUTE_MS,
  today: (now) => endOf('today', now),
  week: (now) => endOf('week', now),
};

export function StatusDialog({ close }: { close: () => void }) {
  const { client, boot } = useApp();
  const [status, setStatus] = useState<UserStatus | 'none'>();
  useEffect(() => {
    let isMounted = true;
    forgetPerson(boot.user.id);
    readPerson(client, boot.user.id).then(
      (own) => isMounted && setStatus(own.status ?? 'none'),
      (error: unknown) => {
        if (!isMounted) return;
        close();
        toastError(refusalOf(error).message);
      },
    );
    return () => {
      isMounted = false;
    };
  }, []);
  if (!status) return null;
  return <StatusForm status={status === 'none' ? undefined : status} close={close} />;
}

function StatusForm({ status, close }: { status: UserStatus | undefined; close: () => void }) {
  const app = useApp();
  const [emoji, setEmoji] = useState(status?.emoji ?? '');
  const store = async (newStatus: Partial<UserStatus>, confirmation: string) => {
    await saveStatus(app, newStatus);
    close();
    toast(confirmation);
  };
  const send = (values: FormValues) => {
    const until = values.get('status.until_time');
    const end = END_TIMES[until]?.(Date.now()) ?? (until === 'keep' ? status?.until_time : undefined);
    const availability = values.get('status.availability') as Availability;
    const message = values.get('status.text');
    return store(
      { text: message, emoji, availability, ...(end !== undefined && { until_time: end }) },
      text.saved,
    );
  };
  return (
    <FormDialog title={text.set} submit={text.save} close={close} send={send}>
      <div class="status-words">
        <EmojiButton emoji={emoji} choose={setEmoji} />
        <Field name="status.text" label={text.text} value={status?.text ?? ''} placeholder={text.example} />
      </div>
      <Select
        name="status.availability"
        label={text.availability}
        value={status?.availability ?? 'available'}
        options={availabilities.map((each) => [each, nameOfAvailability(each)] as const)}
      />
      <p class="muted small">{text.quiet}</p>
      <Select
        name="status.until_time"
        label={text.ends}
        value={status?.until_time === undefined ? 'never' : 'keep'}
        options={[
          ...(status?.until_time === undefined
            ? []
            : [['keep', text.keep(formatSoon(status.until_time))] as const]),
          ['never', text.never],
          ['minutes', text.minutes],
          ['hour', text.hour],
          ['today', text.today],
          ['week', text.week],
        ]}
      />
      {status && <ClearButton clear={() => store({}, text.cleared)} />}
    </FormDialog>
  );
}

function ClearButton({ clear }: { clear: () => Promise<void> }) {
  return (
    <button
      type="button"
      class="button compact quiet"
      onClick={() => clear().catch((error: Error) => toastError(error.message))}
    >
      {text.clear}
    </button>
  );
}

function EmojiButton({ emoji, choose }: { emoji: string; choose: (emoji: string) => void }) {
  const button = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Enter in the picker must not submit the form
    <div
      class="status-emoji"
      onKeyDown={(event) => {
        if (event.key === 'Enter' && event.target instanceof HTMLInputElement) event.preventDefault();
      }}
    >
      <button
        type="button"
        class="button"
        ref={button}
        aria-haspopup="dialog"
        aria-label={emoji ? text.emojiIs(emoji) : text.emoji}
        onClick={() => setOpen(true)}
      >
        {emoji || '🙂'}
      </button>
      {emoji && (
        <button
          type="button"
          class="button compact quiet"
          aria-label={text.removeEmoji}
          onClick={() => choose('')}
        >
          ✕
        </button>
      )}
      {isOpen && (
        <EmojiPicker near={button} label={text.emoji} close={() => setOpen(false)} choose={choose} />
      )}
    </div>
  );
}
