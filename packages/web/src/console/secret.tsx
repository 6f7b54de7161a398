import { Dialog } from '../design/dialog.tsx';
import { CopyField } from '../design/field.tsx';
import { formatSoon } from '../design/format.ts';
import { text } from '../strings/console.ts';

export type Secrets = Record<string, string>;

export function Overlap({
  until,
  says = text.secrets.oldUntil,
}: {
  /** Milliseconds since 1970. */
  until: number | null | undefined;
  says?: (until: string) => string;
}) {
  if (!until || until <= Date.now()) return null;
  return <span class="muted small overlap">{says(formatSoon(until))}</span>;
}

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
      <p class="notice warn">{text.secretOnce}</p>
      {Object.entries(secrets).map(([name, value]) => (
        <CopyField key={name} label={name} value={value} />
      ))}
      <div class="choose">
        <button type="button" class="button compact primary" onClick={close}>
          {text.actions.close}
        </button>
      </div>
    </Dialog>
  );
}
