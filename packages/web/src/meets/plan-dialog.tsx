import type { Meet, MeetRepeat } from '@ringbinder/protocol';
import { useRef, useState } from 'preact/hooks';
import { Refusal } from '../binder/refusal.ts';
import { DateField } from '../design/date-field.tsx';
import { today } from '../design/date-text.ts';
import { Field, Select } from '../design/field.tsx';
import { FormDialog, type FormValues, useUnsaved } from '../design/form-dialog.tsx';
import { fromLocalField, toLocalField } from '../design/local-field.ts';
import { readersZoneName } from '../design/zone.ts';
import { meetReplies as replies } from '../strings/messages/meet-replies.ts';
import { meets as text } from '../strings/messages/meets.ts';
import { repeats } from '../strings/messages/repeats.ts';
import type { Invited, MeetActions, MeetKey, MeetPlan } from './actions.ts';
import { proposeTimes } from './groups.ts';

interface PlanDialogProps {
  actions: MeetActions;
  meet?: Meet | undefined;
  close: () => void;
}

export function PlanDialog({ actions, meet, close }: PlanDialogProps) {
  const proposed = useState(() => proposeTimes(Date.now()))[0];
  const [start, setStart] = useState(toLocalField(meet?.start_time ?? proposed.start));
  const [end, setEnd] = useState(toLocalField(meet ? meet.end_time : proposed.end));
  const [known] = useState(meet?.repeat);
  const [frequency, setFrequency] = useState<string>(known?.frequency ?? '');
  const [until, setUntil] = useState(known?.until ?? '');
  const canRepeat = !meet || meet.end_time !== undefined;
  // A meeting of this night may have begun yesterday.
  const earliest = meet ? undefined : today();
  const isRunning = meet?.status === 'SESSION_STARTED';
  const moveStart = (value: string) => {
    const [before, after, last] = [fromLocalField(start), fromLocalField(value), fromLocalField(end)];
    if (before !== undefined && after !== undefined && last !== undefined && last > before)
      setEnd(toLocalField(last + after - before));
    setStart(value);
  };
  const words = text.dialog;
  const scheduled = useRef<MeetKey>(undefined);
  /** If the invitation was refused, another try must not schedule a second meet. */
  const schedule = async (plan: MeetPlan, invited: readonly Invited[]) => {
    if (scheduled.current) await actions.change(scheduled.current, plan);
    else scheduled.current = await actions.schedule(plan);
    await actions.invite(scheduled.current, invited);
  };
  return (
    <FormDialog
      title={meet ? words.change : words.schedule}
      submit={meet ? words.save : words.submit}
      close={close}
      {...useUnsaved()}
      send={async (values) => {
        const plan = readPlan(values, isRunning ? meet : undefined);
        const repeat = readRepeat(values, known);
        // An unchanged field would overwrite a change that somebody else made meanwhile.
        if (canRepeat && (repeat?.frequency !== known?.frequency || repeat?.until !== known?.until))
          plan.repeat = repeat;
        if (meet) await actions.change(meet, plan);
        else await schedule(plan, readInvited(values, actions));
        close();
      }}
    >
      <Field label={words.name} name="name" value={meet?.name ?? ''} required />
      {!isRunning && (
        <div class="meet-times">
          <DateField
            kind="datetime"
            label={words.starts}
            name="starts"
            value={start}
            min={earliest}
            change={moveStart}
          />
          <DateField
            kind="datetime"
            label={words.ends}
            name="ends"
            value={end}
            min={earliest}
            change={setEnd}
          />
          <p class="hint small muted">{words.zone(readersZoneName())}</p>
        </div>
      )}
      {canRepeat && (
        <Select
          label={repeats.label}
          name="repeat.frequency"
          value={frequency}
          options={frequencyOptions()}
          onChange={setFrequency}
        />
      )}
      {canRepeat && frequency !== '' && (
        <DateField kind="date" label={repeats.lastDay} name="repeat.until" value={until} change={setUntil} />
      )}
      <Field label={words.agenda} name="agenda" value={meet?.agenda ?? ''} rows={3} hint={words.agendaHint} />
      <label class="check">
        <input type="checkbox" name="recording" defaultChecked={meet?.auto_recording ?? false} />
        {words.recording}
      </label>
      {!meet && <InvitedFields actions={actions} />}
    </FormDialog>
  );
}

function InvitedFields({ actions }: { actions: MeetActions }) {
  const [isEveryone, setEveryone] = useState(true);
  const others = actions.others();
  return (
    <>
      <label class="check">
        <input
          type="checkbox"
          name="invite"
          checked={isEveryone}
          onChange={({ currentTarget }) => setEveryone(currentTarget.checked)}
        />
        {text.dialog.invite}
      </label>
      {!isEveryone && others.length > 0 && (
        <fieldset class="meet-invited">
          <legend>{replies.invited}</legend>
          {others.map(({ id, name }) => (
            <label class="check" key={id}>
              <input type="checkbox" name="invited" value={id} />
              <span dir="auto">{name}</span>
            </label>
          ))}
        </fieldset>
      )}
      <Field label={replies.emails} name="emails" hint={replies.emailsHint} />
    </>
  );
}

const EMAIL = /^[^\s@]+@[^\s@]+$/;

function readInvited(values: FormValues, actions: MeetActions): Invited[] {
  const ids = values.has('invite') ? actions.others().map(({ id }) => id) : values.all('invited');
  return [...ids.map((id) => ({ id })), ...readEmails(values).map((email) => ({ email }))];
}

function readEmails(values: FormValues): string[] {
  const emails = values
    .get('emails')
    .split(/[\s,;]+/)
    .filter((each) => each !== '');
  if (emails.some((each) => !EMAIL.test(each)))
    throw new Refusal(replies.wrongEmail, { emails: replies.wrongEmail });
  return emails;
}

function frequencyOptions(): (readonly [MeetRepeat['frequency'] | '', string])[] {
  const { never, daily, weekly, twoWeekly, monthly } = repeats;
  return [
    ['', never],
    ['daily', daily],
    ['weekly', weekly],
    ['two_weekly', twoWeekly],
    ['monthly', monthly],
  ];
}

function readPlan(values: FormValues, running: Meet | undefined): Partial<MeetPlan> & MeetPlan {
  const { noTime, notAfter, over } = text.dialog;
  const messages = {
    name: values.get('name'),
    agenda: values.get('agenda'),
    auto_recording: values.has('recording'),
  };
  if (running) return messages as MeetPlan;
  const start_time = fromLocalField(values.get('starts'));
  const end_time = fromLocalField(values.get('ends'));
  if (start_time === undefined) throw new Refusal(noTime, { starts: noTime });
  if (end_time === undefined) throw new Refusal(noTime, { ends: noTime });
  if (end_time <= start_time) throw new Refusal(notAfter, { ends: notAfter });
  if (end_time <= Date.now()) throw new Refusal(over, { ends: over });
  return { ...messages, start_time, end_time };
}

function readRepeat(values: FormValues, known: MeetRepeat | undefined): MeetRepeat | null {
  const frequency = values.get('repeat.frequency') as MeetRepeat['frequency'] | '';
  if (frequency === '') return null;
  const until = values.get('repeat.until');
  return { frequency, timezone: known?.timezone ?? readersZoneName(), ...(until && { until }) };
}
