import { useEffect, useRef } from 'preact/hooks';
import { text } from '../strings/en.ts';

/** So long nothing is typed before it is searched for. */
const PAUSE_MS = 200;

interface SearchFieldProps {
  label?: string;
  /** Is told what to search for, without the spaces around it. */
  search: (q: string) => void;
}

/** A field to search by. It waits for a pause in the typing; Enter does not wait. */
export function SearchField({ label = text.actions.search, search }: SearchFieldProps) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const begin = (value: string, pause: number) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => search(value.trim()), pause);
  };
  return (
    <div class="field">
      <input
        dir="auto"
        type="search"
        aria-label={label}
        placeholder={label}
        onInput={(event) => begin(event.currentTarget.value, PAUSE_MS)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') begin(event.currentTarget.value, 0);
        }}
      />
    </div>
  );
}
