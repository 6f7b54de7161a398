import { useEffect, useState } from 'preact/hooks';
import { ApiError, type Call } from '../../api.ts';
import { formatNumber } from '../../design/format.ts';
import { lazy } from '../../design/states.tsx';
import { toast } from '../../design/toast.tsx';
import { text } from '../../strings/console.ts';
import { consolePeople } from '../../strings/messages/console-people.ts';
import { ConfirmButton } from '../confirm.tsx';
import { useConsole } from '../context.ts';
import { type Secrets, SecretsDialog } from '../secret.tsx';
import { type OrgUser, UserForm } from './form.tsx';

const words = consolePeople.users;

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
        {!user.disabled && <OpenWork user={user} />}
      </ConfirmButton>
      {all && user.disabled && <EraseButton user={user} erased={reload} />}
      {secrets && (
        <SecretsDialog title={words.resetTitle} secrets={secrets} close={() => setSecrets(undefined)} />
      )}
    </>
  );
}

/** Without the binders, if they cannot be read. */
function OpenWork({ user: { id, name } }: { user: OrgUser }) {
  const { call, orgId } = useConsole();
  const [owned, setOwned] = useState(0);
  useEffect(() => {
    const controller = new AbortController();
    countOwned(call, `/orgs/${orgId}/users/${id}/binders`, id, controller.signal).then(
      setOwned,
      () => undefined,
    );
    return () => controller.abort();
  }, []);
  return (
    <>
      <p>{words.disablingWork}</p>
      <div role="status">
        {owned > 0 && <p class="notice warn">{words.disablingBinders(name, formatNumber(owned))}</p>}
      </div>
    </>
  );
}

interface ListedBinders {
  binders: { binder: { owner: { id: string }; total_members: number } }[];
  next_cursor?: string;
}

/** Counts binders that others lose with their owner, so not those without other members. */
async function countOwned(call: Call, path: string, userId: string, signal: AbortSignal): Promise<number> {
  let owned = 0;
  for (let cursor: string | undefined = ''; cursor !== undefined; ) {
    const query = new URLSearchParams({ limit: String(MAX_ROWS), ...(cursor && { cursor }) });
    const listed: ListedBinders = await call('GET', `${path}?${query}`, undefined, signal);
    owned += listed.binders.filter(
      ({ binder }) => binder.owner.id === userId && binder.total_members > 1,
    ).length;
    cursor = listed.next_cursor;
  }
  return owned;
}

/** The API's maximum `limit`. */
const MAX_ROWS = 1000;

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
