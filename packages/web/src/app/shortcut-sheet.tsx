import { Fragment } from 'preact';
import { useState } from 'preact/hooks';
import { adoptStyles } from '../design/adopt-styles.ts';
import { Dialog } from '../design/dialog.tsx';
import { hasSingleKeys, setSingleKeys } from '../design/single-keys.ts';
import { text } from '../strings/app.ts';
import { account } from '../strings/messages/account.ts';
import { shortcuts as words } from '../strings/messages/shortcuts.ts';
import { keyNameOf, SHORTCUTS } from './shortcut-list.ts';
import css from './shortcut-sheet.css?inline';

const isApple = /Mac|iPhone|iPad/.test(navigator.platform);

export function ShortcutSheet({ close }: { close: () => void }) {
  adoptStyles(css);
  const [isOn, setOn] = useState(hasSingleKeys);
  return (
    <Dialog title={account.shortcuts} close={close} wide>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users can only scroll a focusable region */}
      <section class="shortcuts-scroll" tabIndex={0} aria-label={account.shortcuts}>
        <label class="check">
          <input
            type="checkbox"
            checked={isOn}
            aria-describedby="single-keys-hint"
            onChange={({ currentTarget: { checked } }) => {
              setSingleKeys(checked);
              setOn(checked);
            }}
          />
          {words.single.label}
        </label>
        <p class="muted small" id="single-keys-hint">
          {words.single.hint}
        </p>
        <div class="shortcuts">
          {(Object.keys(SHORTCUTS) as (keyof typeof SHORTCUTS)[]).map((group) => (
            <section key={group}>
              <h3>{words.groups[group]}</h3>
              <dl>
                {SHORTCUTS[group].map(([keys, text]) => (
                  <Fragment key={keys}>
                    <dt>
                      {keys.split(' ').map((key) => (
                        <kbd key={key}>{keyNameOf(key, isApple)}</kbd>
                      ))}
                    </dt>
                    <dd>{(words[group] as Readonly<Record<string, string>>)[text]}</dd>
                  </Fragment>
                ))}
              </dl>
            </section>
          ))}
        </div>
      </section>
      <div class="choose">
        <button type="button" class="button compact" onClick={close}>
          {text.actions.close}
        </button>
      </div>
    </Dialog>
  );
}
