import { useState } from 'preact/hooks';
import { explained, Refusal } from '../binder/refusal.ts';
import { DateField } from '../design/date-field.tsx';
import { formatDeadline } from '../design/dates.ts';
import { FormDialog } from '../design/form-dialog.tsx';
import { fromLocalField, toLocalField } from '../design/local-field.ts';
import { toast, toastError } from '../design/toast.tsx';
import { homeStore } from '../home/store.ts';
import { later } from '../strings/messages/later.ts';
import { useApp } from '../timeline/context.ts';
import { type SavedPlace, savedOf, saveMessage } from './saved.ts';
import { reminderTimesFrom, timeOf } from './times.ts';

const words = later.dialog;

export function RemindDialog({ place, close }: { place: SavedPlace; close: () => void }) {
  const app = useApp();
  const [now] = useState(() => Date.now());
  const current = savedOf(app, place.binderId).peek().get(place.messageId);
  const remindAt = async (time: number) => {
    await explained(saveMessage(app, place, time));
    void homeStore(app).load();
    close();
    toast(later.reminded(formatDeadline(time, Date.now())));
  };
  return (
    <FormDialog
      title={words.title}
      submit={words.submit}
      close={close}
      send={(values) => {
        const time = fromLocalField(values.get('remind_time'));
        if (time === undefined) throw new Refusal(words.noTime, { remind_time: words.noTime });
        if (time <= Date.now()) throw new Refusal(words.past, { remind_time: words.past });
        return remindAt(time);
      }}
    >
      <ul class="choices">
        {reminderTimesFrom(now).map((name) => (
          <li key={name}>
            <button
              type="button"
              onClick={() =>
                void remindAt(timeOf(name, Date.now())).catch((error: Error) => toastError(error.message))
              }
            >
              <span>{words[name]}</span>
              <span class="muted small">{formatDeadline(timeOf(name, now), now)}</span>
            </button>
          </li>
        ))}
      </ul>
      <DateField
        kind="datetime"
        name="remind_time"
        label={words.custom}
        value={toLocalField(current !== undefined && current > now ? current : timeOf('hour', now))}
      />
      <p class="muted small">{words.about}</p>
    </FormDialog>
  );
}
