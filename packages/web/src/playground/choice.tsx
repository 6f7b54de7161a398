import { useId } from 'preact/hooks';

interface ChoiceProps<Name extends string> {
  legend: string;
  names: Readonly<Record<Name, string>>;
  chosen: Name;
  choose: (name: Name) => void;
}

export function SegmentedControl<Name extends string>({ legend, names, chosen, choose }: ChoiceProps<Name>) {
  const id = useId();
  return (
    <fieldset class="segments">
      <legend class="hidden-visually">{legend}</legend>
      {(Object.entries(names) as [Name, string][]).map(([name, label]) => (
        <label key={name}>
          <input type="radio" name={id} checked={name === chosen} onChange={() => choose(name)} />
          <span>{label}</span>
        </label>
      ))}
    </fieldset>
  );
}
