import { signal } from '@preact/signals';
import { Glyph } from '../design/glyph.tsx';
import { isNarrow } from '../design/narrow.ts';
import { isTouch } from '../design/touch.ts';
import { isAsking } from '../notifications/browser-settings.ts';
import { storedValue } from '../stored-value.ts';
import { install as words } from '../strings/messages/install.ts';

interface InstallPrompt extends Event {
  prompt(): Promise<unknown>;
}

/** Starts of the app in this browser before the hint appears. */
const MIN_STARTS = 3;
const DISMISSED = -1;

const stored = storedValue('ringbinder-install-hint');
const browserPrompt = signal<InstallPrompt | undefined>(undefined);
const isDue = signal(false);

const isInstalled = () =>
  matchMedia('(display-mode: standalone)').matches ||
  (navigator as { standalone?: boolean }).standalone === true;
/** iOS has no prompt, and only its browsers know `standalone`. */
const isIos = () => 'standalone' in navigator && isTouch;

export function countAppStart(): void {
  const read = stored.read();
  const starts = typeof read === 'number' ? read : 0;
  if (starts === DISMISSED || isInstalled()) return;
  if (starts < MIN_STARTS) stored.write(starts + 1);
  isDue.value = starts + 1 >= MIN_STARTS;
  addEventListener('beforeinstallprompt', (event) => {
    if (!isTouch) return;
    event.preventDefault();
    browserPrompt.value = event as InstallPrompt;
  });
  addEventListener('appinstalled', dismiss);
}

function dismiss(): void {
  stored.write(DISMISSED);
  isDue.value = false;
}

export function InstallLine() {
  const prompt = browserPrompt.value;
  if (!isDue.value || !isNarrow.value || isAsking.value || !(prompt || isIos())) return null;
  return (
    <section class="notification-line" aria-label={words.add}>
      <Glyph name="download" />
      <p>
        {words.hint} {!prompt && words.hintIos}
      </p>
      <div>
        {prompt && (
          <button
            type="button"
            class="button compact primary"
            onClick={() => {
              dismiss();
              void prompt.prompt();
            }}
          >
            {words.add}
          </button>
        )}
        <button type="button" class="button compact quiet" onClick={dismiss}>
          {words.dismiss}
        </button>
      </div>
    </section>
  );
}
