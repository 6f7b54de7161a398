import { Fragment } from 'preact';
import { Dialog } from '../design/dialog.tsx';
import { text } from '../strings/app.ts';
import { shortcuts as words } from '../strings/en/shortcuts.ts';

const isApple = /Mac|iPhone|iPad/.test(navigator.platform);

export function ShortcutSheet({ close }: { close: () => void }) {
  return (
    <Dialog title={words.title} close={close} wide>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keys, and one begins at its top */}
      <section class="shortcuts-scroll" tabIndex={0} aria-label={words.title}>
        <div class="shortcuts">
          {words.groups.map(({ name, keys }) => (
            <section key={name}>
              <h3>{name}</h3>
              <dl>
                {keys.map(([combination, does]) => (
                  <Fragment key={combination}>
                    <dt>
                      {combination.split(' ').map((key) => (
                        <kbd key={key}>{nameOf(key)}</kbd>
                      ))}
                    </dt>
                    <dd>{does}</dd>
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

function nameOf(key: string): string {
  const { keyNames, appleKeyNames } = words;
  const names: Readonly<Record<string, string>> = isApple ? { ...keyNames, ...appleKeyNames } : keyNames;
  return names[key] ?? key;
}
