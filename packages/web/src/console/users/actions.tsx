import { useState } from 'preact/hooks';
import { lazy } from '../../design/states.tsx';
import { toast } from '../../design/toast.tsx';
import { text } from '../../strings/en.ts';
import { ConfirmButton } from '../confirm.tsx';
import { useConsole } from '../context.ts';
import { type Secrets, SecretsDialog } from '../secret.tsx';
import { type OrgUser, UserForm } from './form.tsx';
import { signOutEverywhere } from './sign-out.ts';

const words = text.users;

const EraseButton = lazy(() => import('./erase.tsx').then((module) => module.EraseButton), 'quiet');

interface UserActionsProps {
  user: OrgUser;
  /** Fetches again what is shown of them. */
  reload: () => void;
  /** Also what is seldom done, where there is room for it. */
  all?: boolean;
}

/** What an admin can do to a person who is not the admin: change, give a link for a password, sign out, disable. */
export function UserActions({ user, reload, all }: UserActionsProps) {
  const { call, orgId } = useConsole();
  const [secrets, setSecrets] = useState<Secrets>();
  const path = `/orgs/${orgId}/users/${user.id}`;
  return (
    <>
      <UserForm user={user} save={(body) => call('POST', path, body)} reload={reload} />
      <ConfirmButton
        label={words.reset}
        about={user.name}
        consequence={words.resetting}
        safe
        act={async () => {
          const made = await call<{ reset_url: string }>('POST', `${path}/resetpassword`);
          setSecrets({ [words.resetLink]: made.reset_url });
          return true;
        }}
      />
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
          reload();
        }}
      />
      {all && user.disabled && <EraseButton user={user} erased={reload} />}
      {secrets && (
        <SecretsDialog title={words.resetTitle} secrets={secrets} close={() => setSecrets(undefined)} />
      )}
    </>
  );
}
