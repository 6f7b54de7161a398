import { useState } from 'preact/hooks';
import { Select } from '../../design/field.tsx';
import type { FormValues } from '../../design/form-dialog.tsx';
import { text } from '../../strings/console.ts';
import { consoleBots } from '../../strings/messages/console-bots.ts';
import { graces } from '../choices.ts';
import { ConfirmButton } from '../confirm.tsx';
import type { BotApp } from './form.tsx';

const words = consoleBots.bots;

interface RotateBotProps {
  bot: BotApp;
  act: (values: FormValues) => Promise<boolean>;
  reload: () => void;
}

export function RotateBot({ bot, act, reload }: RotateBotProps) {
  return (
    <ConfirmButton
      label={text.actions.rotate}
      about={bot.name}
      consequence={words.rotating}
      act={async (values) => {
        const hasNotice = await act(values);
        reload();
        return hasNotice;
      }}
    >
      <Which />
    </ConfirmButton>
  );
}

function Which() {
  const [secret, setSecret] = useState<string>('webhook');
  return (
    <>
      <Select
        label={words.whichSecret}
        name="secret"
        options={Object.entries(words.secretNames)}
        value={secret}
        onChange={setSecret}
      />
      <Select
        key={secret}
        label={text.secrets.old}
        name="grace"
        options={graces()}
        value={secret === 'webhook' ? '86400' : '0'}
      />
      {secret === 'webhook' && <p class="muted small">{words.rotatingWebhook}</p>}
    </>
  );
}
