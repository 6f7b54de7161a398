import { useState } from 'preact/hooks';
import { Select } from '../../design/field.tsx';
import type { FormValues } from '../../design/form-dialog.tsx';
import { text } from '../../strings/en.ts';
import { ConfirmButton } from '../confirm.tsx';
import type { BotApp } from './form.tsx';

const words = text.bots;

interface RotateBotProps {
  bot: BotApp;
  act: (values: FormValues) => Promise<boolean>;
  reload: () => void;
}

/** The button and the dialog in which a bot app gets another secret: which one, and how long the old one goes on. */
export function RotateBot({ bot, act, reload }: RotateBotProps) {
  return (
    <ConfirmButton
      label={text.actions.rotate}
      about={bot.name}
      consequence={words.rotating}
      act={async (values) => {
        const hasSaid = await act(values);
        reload();
        return hasSaid;
      }}
    >
      <Which />
    </ConfirmButton>
  );
}

/** Deliveries are signed with both webhook secrets meanwhile, so there is time unless someone says otherwise. */
function Which() {
  const [secret, setSecret] = useState<string>('webhook');
  return (
    <>
      <Select
        label={words.whichSecret}
        name="secret"
        options={words.secretNames}
        value={secret}
        onChange={setSecret}
      />
      <Select
        key={secret}
        label={text.secrets.old}
        name="grace"
        options={text.secrets.graces}
        value={secret === 'webhook' ? '86400' : '0'}
      />
      {secret === 'webhook' && <p class="muted small">{words.rotatingWebhook}</p>}
    </>
  );
}
