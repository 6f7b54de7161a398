import { useState } from 'preact/hooks';
import { FormDialog } from '../../design/dialog.tsx';
import { Field, Select } from '../../design/field.tsx';
import { ActiveBadge, Badge } from '../../design/states.tsx';
import { toast } from '../../design/toast.tsx';
import type { components } from '../../schemas.ts';
import { text } from '../../strings/en.ts';
import { ConfirmButton } from '../confirm.tsx';
import { useConsole } from '../context.ts';
import { List } from '../list.tsx';
import { type Secrets, SecretsDialog } from '../secret.tsx';

type OrgUser = components['schemas']['OrgUser'];

const ROLES = [
  ['member', 'Member'],
  ['admin', 'Admin'],
] as const;

/** The users of the org: create, change, disable. */
export function UsersPage() {
  const { call, boot, orgId } = useConsole();
  const [secrets, setSecrets] = useState<Secrets>();
  const path = `/orgs/${orgId}/users`;
  return (
    <>
      <List<OrgUser>
        path={path}
        of="users"
        id={({ id }) => id}
        searchable
        empty="Create the first person of this organisation."
        columns={[
          {
            label: 'Name',
            show: ({ name, email, unique_id }) => <Person name={name} about={email ?? unique_id ?? ''} />,
          },
          { label: 'Role', show: (user) => <Role user={user} /> },
          {
            label: 'Sign-in',
            show: ({ has_password }) => (has_password ? 'Password' : <span class="muted">No password</span>),
          },
          { label: 'State', show: ({ disabled }) => <ActiveBadge disabled={disabled ?? false} /> },
        ]}
        tools={(reload) => <UserForm save={(body) => call('POST', path, body)} reload={reload} />}
        actions={(user, reload) =>
          user.id !== boot.admin.id &&
          !user.is_bot && (
            <>
              <UserForm
                user={user}
                save={(body) => call('POST', `${path}/${user.id}`, body)}
                reload={reload}
              />
              <ConfirmButton
                label={text.actions.reset}
                about={user.name}
                consequence="You get a link with which the person chooses a new password. It is good for an hour and once."
                act={async () => {
                  const made = await call<{ reset_url: string }>('POST', `${path}/${user.id}/resetpassword`);
                  setSecrets({ Link: made.reset_url });
                }}
              />
              <ConfirmButton
                label={user.disabled ? text.actions.enable : text.actions.disable}
                about={user.name}
                consequence={
                  user.disabled
                    ? 'The person can sign in again.'
                    : 'The person cannot sign in any more, and all their tokens end at once.'
                }
                act={async () => {
                  await call('POST', `${path}/${user.id}`, { disabled: !user.disabled });
                  reload();
                }}
              />
            </>
          )
        }
      />
      {secrets && (
        <SecretsDialog
          title="Give this link to the person"
          secrets={secrets}
          close={() => setSecrets(undefined)}
        />
      )}
    </>
  );
}

function Person({ name, about }: { name: string; about: string }) {
  return (
    <>
      <strong>{name}</strong>
      <span class="muted">{about}</span>
    </>
  );
}

function Role({ user }: { user: OrgUser }) {
  if (user.is_bot) return <Badge>Bot</Badge>;
  if (user.is_partner_admin) return <Badge tone="accent">Installation admin</Badge>;
  return user.role === 'admin' ? <Badge tone="accent">Admin</Badge> : <Badge>Member</Badge>;
}

interface UserFormProps {
  user?: OrgUser;
  save: (body: Record<string, unknown>) => Promise<unknown>;
  reload: () => void;
}

function UserForm({ user, save, reload }: UserFormProps) {
  const [open, setOpen] = useState(false);
  const title = user ? `Edit ${user.name}` : 'Create a person';
  return (
    <>
      <button
        type="button"
        class={`button compact ${user ? 'quiet' : 'primary'}`}
        aria-label={title}
        onClick={() => setOpen(true)}
      >
        {user ? text.actions.edit : title}
      </button>
      {open && (
        <FormDialog
          title={title}
          submit={text.actions.save}
          close={() => setOpen(false)}
          send={async (values) => {
            const body: Record<string, unknown> = {
              first_name: values.get('first_name'),
              last_name: values.get('last_name'),
              role: values.get('role'),
            };
            if (values.get('email')) body.email = values.get('email');
            if (values.get('password')) body.password = values.get('password');
            await save(body);
            setOpen(false);
            toast(text.state.done);
            reload();
          }}
        >
          <Field
            label="E-mail address"
            name="email"
            type="email"
            value={user?.email ?? ''}
            required={!user}
          />
          <Field label="First name" name="first_name" value={user?.first_name ?? ''} />
          <Field label="Last name" name="last_name" value={user?.last_name ?? ''} />
          {!user && (
            <Field
              label="Password"
              name="password"
              type="password"
              hint="10 characters or more. Without one, the person signs in through an identity provider."
            />
          )}
          <Select label="Role" name="role" options={ROLES} value={user?.role ?? 'member'} />
        </FormDialog>
      )}
    </>
  );
}
