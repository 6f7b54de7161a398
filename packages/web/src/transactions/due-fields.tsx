import { useState } from 'preact/hooks';
import { Refusal } from '../binder/refusal.ts';
import { DateField } from '../design/date-field.tsx';
import { today } from '../design/date-text.ts';
import { Select } from '../design/field.tsx';
import type { FormValues } from '../design/form-dialog.tsx';
import { fromDueFields, toDueFields } from '../design/local-field.ts';
import { due as text } from '../strings/messages/due.ts';

const HOUR_MS = 60 * 60 * 1000;
const DAY_MS = 24 * HOUR_MS;

const REMINDERS = {
  none: [],
  hour: [HOUR_MS],
  day: [DAY_MS],
  threeDays: [3 * DAY_MS],
  week: [7 * DAY_MS],
} satisfies Record<string, readonly number[]>;
type Reminder = keyof typeof REMINDERS;

interface DueFieldsProps {
  dueTime?: number | undefined;
  reminders?: readonly number[] | undefined;
}

export function DueFields({
  dueTime,
  reminders = dueTime === undefined ? REMINDERS.day : [],
}: DueFieldsProps) {
  const { date, time } = toDueFields(dueTime);
  const [hasEntry, setHasEntry] = useState<boolean>();
  return (
    <div
      class="due-fields"
      onInput={({ target }) => {
        const { name, value } = target as HTMLInputElement;
        if (name === 'due_time') setHasEntry(value !== '');
      }}
    >
      <DateField label={text.date} name="due_time" kind="date" value={date} min={today()} />
      <DateField label={text.time} name="due_clock" kind="time" value={time} />
      <ReminderField reminders={reminders} disabled={!(hasEntry ?? date !== '')} />
    </div>
  );
}

interface ReminderFieldProps extends Pick<DueFieldsProps, 'reminders'> {
  disabled?: boolean;
}

export function ReminderField({ reminders = REMINDERS.day, disabled = false }: ReminderFieldProps) {
  const known = reminderOf(reminders);
  const [value, setValue] = useState<string>(known ?? 'current');
  const names = [...(Object.keys(REMINDERS) as Reminder[]), ...(known ? [] : (['current'] as const))];
  return (
    <Select
      label={text.reminder}
      name="reminder"
      value={value}
      disabled={disabled}
      onChange={setValue}
      options={names.map((name) => [name, text.reminders[name]] as const)}
    />
  );
}

function reminderOf(reminders: readonly number[]): Reminder | undefined {
  const key = String(reminders);
  return (Object.keys(REMINDERS) as Reminder[]).find((name) => String(REMINDERS[name]) === key);
}

interface DueValues {
  due_time?: number;
  due_day?: string;
  reminders?: number[];
}

export function readDueFields(values: FormValues): DueValues {
  const [date, time] = [values.get('due_time'), values.get('due_clock')];
  if (date === '' && time !== '') throw new Refusal(text.noDate, { due_time: text.noDate });
  const due_time = fromDueFields({ date, time });
  if (due_time === undefined) return {};
  if (due_time <= Date.now()) throw new Refusal(text.past, { due_time: text.past });
  return { due_time, ...(time === '' && { due_day: date }), ...readReminders(values) };
}

export function readReminders(values: Pick<FormValues, 'get'>): { reminders?: number[] } {
  const reminder = values.get('reminder');
  return reminder === 'current' ? {} : { reminders: [...REMINDERS[reminder as Reminder]] };
}
