import { Dialog } from '../design/dialog.tsx';
import { CopyField } from '../design/field.tsx';
import { text } from '../strings/en.ts';

/** Secrets that are shown once, by their names. */
export type Secrets = Record<string, string>;

/** Shows secrets to be copied. */
export function SecretsDialog({
  title,
  secrets,
  close,
}: {
  title: string;
  secrets: Secrets;
  close: () => void;
}) {
  return (
    <Dialog title={title} close={close}>
      <p class="notice">{text.secretOnce}</p>
      {Object.entries(secrets).map(([name, value]) => (
        <CopyField key={name} label={name} value={value} />
      ))}
      <footer>
        <button type="button" class="button compact primary" onClick={close}>
          {text.actions.close}
        </button>
      </footer>
    </Dialog>
  );
}
