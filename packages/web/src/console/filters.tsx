import { Select } from '../design/field.tsx';
import { text } from '../strings/console.ts';

/** @param value a query string, such as `disabled=true` */
export function DisabledFilter({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  return (
    <Select
      label={text.filter.state}
      name="state"
      options={[
        ['', text.filter.all],
        ['disabled=false', text.filter.active],
        ['disabled=true', text.filter.disabled],
      ]}
      value={value}
      onChange={onChange}
    />
  );
}
