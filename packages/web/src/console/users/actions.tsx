import { useState } from 'preact/hooks';
import { ApiError, type Call } from '../../api.ts';
import { lazy } from '../../design/states.tsx';
import { toast } from '../../design/toast.tsx';
import { text } from '../../strings/console.ts';
import { consolePeople } from '../../strings/messages/console-people.ts';
import { TransferButton } from '../binders/transfer.tsx';
import { ConfirmButton } from '../confirm.tsx';
import { useConsole } from '../context.ts';
import { MAX_ROWS } from '../pages.ts';
import { type Secrets, SecretsDialog } from '../secret.tsx';
import { type OrgUser, UserForm } from './form.tsx';

const words = consolePeople.users;

const OwnedBinders = lazy(
  () => import('../binders/owned-binders.tsx').then((module) => module.OwnedBinders),
  'quiet',
);
const OpenWork = lazy(() => import('./open-work.tsx').then((module) => module.OpenWork), 'quiet');
const EraseButton = lazy(() => import('./erase.tsx').then((module) => module.EraseButton), 'quiet');

interface UserActionsProps {
  user: OrgUser;
  reload: () => void;
  all?: boolean;
}

export function UserActions({ user, reload, all }: UserActionsProps) {
  const { call, orgId } = useConsole();
  const [secrets, setSecrets] = useState<Secrets>();
  const path = `/orgs/${orgId}/users/${user.id}`;
  return (
    <>
      <UserForm user={user} save={(body) => call('POST', path, body)} reload={reload} />
      {!user.disabled && (
        <ConfirmButton
          label={words.reset}
          about={user.name}
          consequence={words.resetting}
          safe
          act={async () => {
            const reset = await call<{ reset_url: string }>('POST', `${path}/resetpassword`);
            setSecrets({ [words.resetLink]: reset.reset_url });
            return true;
          }}
        />
      )}
      {all && (
        <ConfirmButton
          label={words.signOutEverywhere}
          about={user.name}
          consequence={words.signingOutEverywhere}
          act={async () => {
            const ended = await signOutEverywhere(call, orgId, user.id);
            toast(words.signedOut(ended.sessions, ended.tokens));
            reload();
            return true;
          }}
        />
      )}
      <ConfirmButton
        label={user.disabled ? text.actions.enable : text.actions.disable}
        about={user.name}
        consequence={user.disabled ? words.enabling : words.disabling}
        safe={user.disabled ?? false}
        act={async () => {
          await call('POST', path, { disabled: !user.disabled });
          toast(user.disabled ? words.enabledToast(user.name) : words.disabledToast(user.name));
          reload();
          return true;
        }}
      >
        {!user.disabled && (
          <>
            <OpenWork user={user} />
            <OwnedBinders owner={user} isShared hasLink={!all} />
          </>
        )}
      </ConfirmButton>
      {all && <TransferButton owner={user} transferred={reload} />}
      {all && user.disabled && <EraseButton user={user} erased={reload} />}
      {secrets && (
        <SecretsDialog title={words.resetTitle} secrets={secrets} close={() => setSecrets(undefined)} />
      )}
    </>
  );
}

async function signOutEverywhere(
  call: Call,
  orgId: string,
  userId: string,
): Promise<{ sessions: number; tokens: number }> {
  return { sessions: await endAll('sessions'), tokens: await endAll('tokens') };

  async function endAll(what: 'sessions' | 'tokens'): Promise<number> {
    const path = `/orgs/${orgId}/${what}`;
    for (let ended = 0; ; ) {
      const query = new URLSearchParams({ user_id: userId, limit: String(MAX_ROWS) });
      const listed = (await call<Record<string, { id: string }[]>>('GET', `${path}?${query}`))[what] ?? [];
      for (const { id } of listed) await call('DELETE', `${path}/${id}`).catch(unlessRemoved);
      ended += listed.length;
      if (listed.length < MAX_ROWS) return ended;
    }
  }
}

function unlessRemoved(error: unknown): void {
  if (!(error instanceof ApiError && error.status === 404)) throw error;
}
