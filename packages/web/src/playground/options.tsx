import { useId } from 'preact/hooks';
import { AA, contrastOf, readColour } from '../embed/accent.ts';
import { playground as words } from '../strings/en/playground.ts';
import { OPTIONS, type Sample, type Values } from './samples.ts';
import type { Choice } from './sdk.ts';

const DENSITIES = ['comfortable', 'compact'];

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
              {kind === 'density' ? (
                <select
                  id={`${id}-${name}`}
                  value={values[name] ?? DENSITIES[0]}
                  onChange={(event) => change(name, event.currentTarget.value)}
                >
                  {DENSITIES.map((density) => (
                    <option key={density} value={density}>
                      {density}
                    </option>
                  ))}
                </select>
              ) : kind === 'binder' ? (
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
              {name === 'surface' && <Contrast values={values} />}
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

/** The contrast of the chosen accent with the chosen surface. Modules change an accent that cannot be read. */
function Contrast({ values }: { values: Values }) {
  const [accent, surface] = [readColour(values.accent ?? ''), readColour(values.surface ?? '')];
  if (!accent || !surface) return null;
  const contrast = contrastOf(accent, surface);
  const text = contrast.toFixed(1);
  return (
    <p class="small muted" role="status">
      {contrast >= AA ? words.contrast(text) : words.lowContrast(text)}
    </p>
  );
}
