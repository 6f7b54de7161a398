import { useEffect, useRef } from 'preact/hooks';
import { text } from '../strings/console.ts';

const PAUSE_MS = 200;

interface SearchFieldProps {
  label?: string;
  search: (q: string) => void;
}

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
