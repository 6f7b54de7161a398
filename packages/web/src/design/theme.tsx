import { useState } from 'preact/hooks';
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

/** A button that goes through the themes. */
export function ThemeButton() {
  const [theme, setTheme] = useState(chosen);
  const next = () => {
    const following = THEMES[(THEMES.indexOf(theme) + 1) % THEMES.length] ?? 'auto';
    localStorage.setItem(KEY, following);
    applyTheme();
    setTheme(following);
  };
  return (
    <button type="button" class="button compact quiet theme" onClick={next}>
      {text.shell.themes[theme]}
    </button>
  );
}
