import { useId, useState } from 'preact/hooks';
import { text } from '../strings/en.ts';

const THEMES = ['auto', 'light', 'dark'] as const;
type Theme = (typeof THEMES)[number];
const KEY = 'ringbinder-theme';

function chosen(): Theme {
  const kept = localStorage.getItem(KEY);
  return THEMES.find((theme) => theme === kept) ?? 'auto';
}

/** Shows the page in the theme that was chosen in this browser; that of the system unless one was. */
export function applyTheme(): void {
  document.documentElement.dataset.theme = chosen();
}

/** Chooses between the themes. */
export function ThemeSwitch() {
  const [theme, setTheme] = useState(chosen);
  const id = useId();
  const choose = (one: Theme) => {
    localStorage.setItem(KEY, one);
    applyTheme();
    setTheme(one);
  };
  return (
    <fieldset class="segments">
      <legend class="hidden-visually">{text.shell.theme}</legend>
      {THEMES.map((one) => (
        <label key={one}>
          <input type="radio" name={id} value={one} checked={one === theme} onChange={() => choose(one)} />
          <span>{text.shell.themes[one]}</span>
        </label>
      ))}
    </fieldset>
  );
}
