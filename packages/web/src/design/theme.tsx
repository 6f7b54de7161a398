import { useId, useState } from 'preact/hooks';
import { text } from '../strings/common.ts';

export const THEMES = ['auto', 'light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];
const KEY = 'ringbinder-theme';

export function storedTheme(): Theme {
  const stored = localStorage.getItem(KEY);
  return THEMES.find((theme) => theme === stored) ?? 'auto';
}

export function applyTheme(): void {
  document.documentElement.dataset.theme = storedTheme();
}

export function chooseTheme(theme: Theme): void {
  localStorage.setItem(KEY, theme);
  applyTheme();
}

export function ThemeSwitch() {
  const [theme, setTheme] = useState(storedTheme);
  const id = useId();
  const choose = (one: Theme) => {
    chooseTheme(one);
    setTheme(one);
  };
  return (
    <fieldset class="segments">
      <legend class="hidden-visually">{text.theme}</legend>
      {THEMES.map((one) => (
        <label key={one}>
          <input type="radio" name={id} value={one} checked={one === theme} onChange={() => choose(one)} />
          <span>{text.themes[one]}</span>
        </label>
      ))}
    </fieldset>
  );
}
