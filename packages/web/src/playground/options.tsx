import { useId } from 'preact/hooks';
import { playground as words } from '../strings/en/playground.ts';
import { OPTIONS, type Sample, type Values } from './samples.ts';
import type { Choice } from './sdk.ts';

interface OptionsProps {
  sample: Sample;
  values: Values;
  binders: readonly Choice[];
  change: (name: string, value: string) => void;
  apply: () => void;
  /** Creates a sample approval and sets its token. */
  makeRequest: () => Promise<void>;
}

export function Options({ sample, values, binders, change, apply, makeRequest }: OptionsProps) {
  const id = useId();
  return (
    <form
      class="panel play-options"
      aria-labelledby={`${id}-title`}
      onSubmit={(event) => {
        event.preventDefault();
        apply();
      }}
    >
      <div class="play-head">
        <h2 id={`${id}-title`}>{words.options}</h2>
        <button type="submit" class="button compact primary">
          {words.apply}
        </button>
      </div>
      <div class="play-fields">
        {Object.entries(OPTIONS[sample]).map(([name, kind]) =>
          kind === 'flag' ? (
            <label class="check" key={name}>
              <input
                type="checkbox"
                checked={values[name] !== 'false'}
                onChange={(event) => change(name, String(event.currentTarget.checked))}
              />
              <code>{name}</code>
            </label>
          ) : (
            <div class="field" data-kind={kind} key={name}>
              <label for={`${id}-${name}`}>
                <code>{name}</code>
              </label>
              {kind === 'binder' ? (
                <select
                  id={`${id}-${name}`}
                  value={values[name] ?? ''}
                  onChange={(event) => change(name, event.currentTarget.value)}
                >
                  <option value="">{words.anyBinder}</option>
                  {binders.map(([binder, label]) => (
                    <option value={binder} key={binder} selected={binder === values[name]}>
                      {label}
                    </option>
                  ))}
                </select>
              ) : (
                <input
                  dir="auto"
                  id={`${id}-${name}`}
                  value={values[name] ?? ''}
                  placeholder={kind === 'color' ? '#14655a' : ''}
                  autocomplete="off"
                  onInput={(event) => change(name, event.currentTarget.value)}
                />
              )}
              {kind === 'link' && (
                <button type="button" class="button compact" onClick={makeRequest}>
                  {words.makeRequest}
                </button>
              )}
            </div>
          ),
        )}
      </div>
    </form>
  );
}
