import { useId } from 'preact/hooks';
import { AA, contrastOf, readTheme } from '../embed/accent.ts';
import { playground as words } from '../strings/en/playground.ts';
import {
  COLOURS,
  OPTIONS,
  type Sample,
  SCHEMES,
  type Scheme,
  schemesOf,
  themeOf,
  type Values,
} from './samples.ts';
import type { Choice } from './sdk.ts';

const DENSITIES = ['comfortable', 'compact'];

interface OptionsProps {
  sample: Sample;
  values: Values;
  binders: readonly Choice[];
  change: (name: string, value: string) => void;
  apply: () => void;
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
                <TextInput
                  {...{ id, name, values, change }}
                  placeholder={kind === 'color' ? '#14655a' : ''}
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
      <SchemeColours {...{ id, values, change }} />
    </form>
  );
}

interface InputProps {
  id: string;
  values: Values;
  change: OptionsProps['change'];
}

const TextInput = ({
  id,
  name,
  values,
  change,
  placeholder,
}: InputProps & { name: string; placeholder: string }) => (
  <input
    dir="auto"
    id={`${id}-${name}`}
    value={values[name] ?? ''}
    placeholder={placeholder}
    autocomplete="off"
    onInput={(event) => change(name, event.currentTarget.value)}
  />
);

const SchemeColours = ({ id, values, change }: InputProps) => (
  <div class="play-fields play-schemes">
    {COLOURS.flatMap((colour) => SCHEMES.map((scheme) => `${scheme}.${colour}`)).map((name) => (
      <div class="field" key={name}>
        <label for={`${id}-${name}`}>
          <code>{name}</code>
        </label>
        <TextInput {...{ id, name, values, change }} placeholder="" />
      </div>
    ))}
    {SCHEMES.map((scheme) => (
      <Contrast key={scheme} scheme={scheme} values={values} />
    ))}
  </div>
);

function Contrast({ scheme, values }: { scheme: Scheme; values: Values }) {
  const theme = { ...themeOf(values), ...schemesOf(values)[scheme] };
  const { colours, surface } = readTheme(theme, scheme === 'dark');
  const contrast = colours.accent && contrastOf(colours.accent, surface);
  const text = contrast?.toFixed(1) ?? '';
  return (
    <p class="small muted" role="status">
      {contrast !== undefined && (
        <>
          <code>{scheme}</code> {contrast >= AA ? words.contrast(text) : words.lowContrast(text)}
        </>
      )}
    </p>
  );
}
