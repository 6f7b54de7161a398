import { Select } from '../design/field.tsx';
import { text } from '../strings/en.ts';

/** Queries of lists that know disabled rows. */
const DISABLED_FILTERS = [
  ['', text.filter.all],
  ['disabled=false', text.filter.active],
  ['disabled=true', text.filter.disabled],
] as const;

/** Chooses between all rows of a list, those that are active, and those that are disabled. @param value a part of a query */
export function DisabledFilter({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  return (
    <Select
      label={text.filter.state}
      name="state"
      options={DISABLED_FILTERS}
      value={value}
      onChange={onChange}
    />
  );
}
