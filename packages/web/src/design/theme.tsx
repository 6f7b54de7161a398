import { useId, useState } from 'preact/hooks';
import { text } from '../strings/common.ts';

/** What a page may look like; `auto` is as the system does. */
export const THEMES = ['auto', 'light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];
const KEY = 'ringbinder-theme';

export function chosenTheme(): Theme {
  const kept = localStorage.getItem(KEY);
  return THEMES.find((theme) => theme === kept) ?? 'auto';
}

/** Shows the page in the theme that was chosen in this browser; that of the system unless one was. */
export function applyTheme(): void {
  document.documentElement.dataset.theme = chosenTheme();
}

export function chooseTheme(theme: Theme): void {
  localStorage.setItem(KEY, theme);
  applyTheme();
}

export function ThemeSwitch() {
  const [theme, setTheme] = useState(chosenTheme);
  const id = useId();
  const choose = (one: Theme) => {
    chooseTheme(one);
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
