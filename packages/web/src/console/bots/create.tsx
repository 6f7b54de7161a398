import { useState } from 'preact/hooks';
import { toast } from '../../design/toast.tsx';
import { text } from '../../strings/en.ts';
import { useConsole } from '../context.ts';
import { type Secrets, SecretsDialog } from '../secret.tsx';
import { type BotApp, BotForm } from './form.tsx';

const words = text.bots;

/** The button with which an admin of the partner creates a bot app, and has it in the org at once. */
export function CreateBot({ done }: { done: () => void }) {
  const { call, boot, orgId, orgName } = useConsole();
  const [secrets, setSecrets] = useState<Secrets>();
  return (
    <>
      <BotForm
        org={orgName}
        save={async (body, enable) => {
          const made = await call<BotApp & { client_secret: string; webhook_secret: string }>(
            'POST',
            `/partners/${boot.admin.partner_id}/bots`,
            body,
          );
          // They are shown once, whatever becomes of the rest.
          setSecrets({
            [words.id]: made.client_id,
            [words.clientSecret]: made.client_secret,
            [words.webhookSecret]: made.webhook_secret,
          });
          if (enable)
            await call('POST', `/orgs/${orgId}/bots/${made.client_id}`, { enabled: true }).catch((error) =>
              toast(words.notEnabled(error.message)),
            );
          done();
        }}
      />
      {secrets && (
        <SecretsDialog title={words.secretsTitle} secrets={secrets} close={() => setSecrets(undefined)} />
      )}
    </>
  );
}
