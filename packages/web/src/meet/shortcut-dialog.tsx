import { Dialog } from '../design/dialog.tsx';
import { meet as text } from '../strings/en/meet.ts';
import { shortcuts } from './keys.ts';

export function ShortcutDialog({ close }: { close: () => void }) {
  const words = text.shortcuts;
  return (
    <Dialog title={words.title} close={close}>
      <dl class="meet-keys">
        {shortcuts.map(([name, keys]) => (
          <div key={name}>
            <dt>{words[name]}</dt>
            <dd>
              {keys.map((key) => (
                <kbd key={key}>{key === 'space' ? words.space : key}</kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
      <div class="choose">
        <button type="button" class="button compact primary" onClick={close}>
          {words.close}
        </button>
      </div>
    </Dialog>
  );
}
