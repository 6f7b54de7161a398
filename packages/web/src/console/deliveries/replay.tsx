import { useState } from 'preact/hooks';
import { Field, Select } from '../../design/field.tsx';
import { consoleBots } from '../../strings/messages/console-bots.ts';
import { FormButton } from '../form-button.tsx';

const words = consoleBots.deliveries;

/** The API takes at most this many `sequences` in a request. */
const MAX = 1000;

export function ReplayForm({ replay }: { replay: (input: Record<string, unknown>) => Promise<void> }) {
  return (
    <FormButton
      title={words.replayMany}
      kind="plain"
      submit={words.replay}
      send={(values) => {
        const from = Number(values.get('from'));
        if (values.get('which') === 'dead') return replay({ dead: true });
        if (values.get('which') === 'from') return replay({ from });
        const count = Number(values.get('to')) - from + 1;
        if (count < 1 || count > MAX) throw new Error(words.replayTooMany(MAX));
        return replay({ sequences: Array.from({ length: count }, (_, index) => from + index) });
      }}
    >
      <Which />
    </FormButton>
  );
}

function Which() {
  const [which, setWhich] = useState('from');
  return (
    <>
      <Select
        label={words.replayWhich}
        name="which"
        options={Object.entries(words.replayChoices)}
        value={which}
        onChange={setWhich}
      />
      {which !== 'dead' && (
        <div class="pair">
          <Field label={words.replayFrom} name="from" type="number" min={1} required />
          {which === 'range' && <Field label={words.replayTo} name="to" type="number" min={1} required />}
        </div>
      )}
      <p class="muted small">{words.replayHint}</p>
    </>
  );
}
