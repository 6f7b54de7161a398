import { Dialog } from '../design/dialog.tsx';
import { meeting as text } from '../strings/messages/meeting.ts';
import { shortcutList } from './keys.ts';

export function ShortcutDialog({ close }: { close: () => void }) {
  const words = text.shortcuts;
  return (
    <Dialog title={words.title} close={close}>
      <dl class="meet-keys">
        {shortcutList().map(([name, keys]) => (
          <div key={name}>
            <dt>{words[name]}</dt>
            <dd>
              {keys.map((key) => (
                <kbd key={key}>{key}</kbd>
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
