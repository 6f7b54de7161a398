import { Select } from '../design/field.tsx';
import { text } from '../strings/en.ts';

/** Query and label of each filter. */
const DISABLED_FILTERS = [
  ['', text.filter.all],
  ['disabled=false', text.filter.active],
  ['disabled=true', text.filter.disabled],
] as const;

/**
 * Filters a list: all, active or disabled rows.
 * @param value a query parameter
 */
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
