import type { components } from '@ringbinder/client';
import { Dialog } from '../../design/dialog.tsx';
import { text } from '../../strings/console.ts';
import { consoleAudit as words } from '../../strings/messages/console-audit.ts';
import { textFor } from '../../strings/text-for.ts';
import { NONE, Time } from '../table.tsx';

export function EntryDialog({
  of,
  close,
}: {
  of: components['schemas']['AuditListEntry'];
  close: () => void;
}) {
  const { facts } = words;
  return (
    <Dialog title={textFor(words.happened, of.action)} close={close} wide>
      <dl class="facts bare">
        <dt>{facts.action}</dt>
        <dd class="mono">{of.action}</dd>
        <dt>{facts.target}</dt>
        <dd>
          {of.target_name} <span class="mono muted">{of.target}</span>
        </dd>
        {of.org_id && (
          <>
            <dt>{facts.org}</dt>
            <dd class="mono">{of.org_id}</dd>
          </>
        )}
        <dt>{facts.by}</dt>
        <dd>
          {of.actor.name} <span class="mono muted">{of.actor.id}</span>
        </dd>
        <dt>{facts.address}</dt>
        <dd class="mono">{of.address || NONE}</dd>
        <dt>{facts.when}</dt>
        <dd>
          <Time at={of.time} />
        </dd>
      </dl>
      {Object.keys(of.details).length > 0 && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users can only scroll a focusable region
        <section class="code" tabIndex={0} aria-label={facts.details}>
          <pre>{JSON.stringify(of.details, null, 2).replaceAll('\\n', '\n')}</pre>
        </section>
      )}
      <div class="choose">
        <button type="button" class="button compact primary" onClick={close}>
          {text.actions.close}
        </button>
      </div>
    </Dialog>
  );
}
