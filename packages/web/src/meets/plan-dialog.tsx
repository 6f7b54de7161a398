import type { Meet, MeetRepeat } from '@ringbinder/protocol';
import { useState } from 'preact/hooks';
import { Refusal } from '../binder/refusal.ts';
import { DateField } from '../design/date-field.tsx';
import { today } from '../design/date-text.ts';
import { Field, Select } from '../design/field.tsx';
import { FormDialog, type FormValues, useUnsaved } from '../design/form-dialog.tsx';
import { fromLocalField, toLocalField } from '../design/local-field.ts';
import { readersZoneName } from '../design/zone.ts';
import { meets as text } from '../strings/messages/meets.ts';
import { repeats } from '../strings/messages/repeats.ts';
import type { MeetActions, MeetPlan } from './actions.ts';
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
        else await actions.schedule(plan, values.has('invite'));
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
      {!meet && (
        <label class="check">
          <input type="checkbox" name="invite" defaultChecked />
          {words.invite}
        </label>
      )}
    </FormDialog>
  );
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
