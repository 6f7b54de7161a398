import type { Member } from '@ringbinder/protocol';
import { useState } from 'preact/hooks';
import type { BinderContext } from '../binder/context.ts';
import { PersonName } from '../binder/person-name.tsx';
import { Avatar } from '../design/avatar.tsx';
import { FormDialog } from '../design/form-dialog.tsx';
import { Glyph } from '../design/glyph.tsx';
import { Menu, type MenuItem } from '../design/menu.tsx';
import { Badge } from '../design/states.tsx';
import { RelativeTime } from '../design/time.tsx';
import { toast, toastError } from '../design/toast.tsx';
import { common } from '../strings/messages/common.ts';
import { members as text } from '../strings/messages/members.ts';
import type { Changes } from './changes.ts';
import { nameOfRole, ROLES, type Role } from './roles.ts';

interface MemberRowProps {
  binder: BinderContext;
  changes: Changes;
  member: Member;
  orgId: string | undefined;
  isMine: boolean;
}

export function MemberRow({ binder, changes, member, orgId, isMine }: MemberRowProps) {
  const { user } = member;
  const isMe = user.id === binder.me.id;
  const [asking, setAsking] = useState<Asking>();
  const close = () => setAsking(undefined);
  const presence = isMe ? undefined : binder.presence.value.get(user.id);
  return (
    <li class="member">
      <span class="member-picture">
        <Avatar id={user.id} name={user.name} picture={user.picture_uri} />
        {presence && <span class="presence" data-state={presence} title={text.here[presence]} />}
      </span>
      <div class="member-about">
        <span>
          <PersonName binder={binder} user={user} label={isMe ? text.you(user.name) : user.name} />
          {binder.markOf?.(user.id)}
          {presence && <span class="hidden-visually">{`, ${text.here[presence]}`}</span>}
          {member.disabled && <Badge tone="warn">{text.disabled}</Badge>}
        </span>
        <span class="muted small">
          {user.email ?? user.unique_id}
          {orgId !== undefined && user.org_id !== orgId && ` ${text.otherOrg}`}
        </span>
      </div>
      <RoleMenu binder={binder} changes={changes} member={member} isMine={isMine} ask={setAsking} />
      {asking === 'handOver' && (
        <FormDialog
          title={text.handOverTitle(user.name)}
          submit={text.handOverSubmit}
          close={close}
          send={async () => {
            await changes.setType(member, 'BOARD_OWNER');
            close();
            toast(text.handedOver(user.name));
          }}
        >
          <p>{text.handOverConsequence(user.name)}</p>
        </FormDialog>
      )}
      {asking === 'remove' && (
        <FormDialog
          title={isMe ? text.leaveTitle : text.removeTitle(user.name)}
          submit={isMe ? text.leaveSubmit : text.remove}
          danger
          close={close}
          send={async () => {
            await changes.remove(member);
            if (!isMe) toast(text.removed(user.name));
          }}
        >
          <p>{isMe ? text.leaveConsequence : text.removeConsequence(user.name)}</p>
        </FormDialog>
      )}
    </li>
  );
}

type Asking = 'remove' | 'handOver';

interface RoleMenuProps {
  binder: BinderContext;
  changes: Changes;
  member: Member;
  isMine: boolean;
  ask: (what: Asking) => void;
}

function RoleMenu({ binder, changes, member, isMine, ask }: RoleMenuProps) {
  const { user, type } = member;
  const isMe = user.id === binder.me.id;
  const canRemove = type !== 'BOARD_OWNER' && (isMe || binder.canWrite.value);
  const set = async (chosen: Role) => {
    try {
      if (chosen !== type) await changes.setType(member, chosen);
    } catch (error) {
      toastError((error as Error).message);
    }
  };
  const items: MenuItem[] = [];
  if (isMine && !isMe) {
    items.push(...roleItems(type, set));
    if (!user.is_bot && !member.disabled) items.push({ label: text.handOver, act: () => ask('handOver') });
    items.push({ line: true });
  }
  if (canRemove)
    items.push({ label: isMe ? text.leave : text.remove, danger: true, act: () => ask('remove') });
  return <RoleButton name={user.name} role={nameOfRole(type)} items={items} />;
}

const roleItems = (current: Member['type'], choose: (role: Role) => void): MenuItem[] =>
  ROLES.map((role) => ({
    label: nameOfRole(role),
    kind: 'radio',
    isChecked: role === current,
    act: () => choose(role),
  }));

function RoleButton({ name, role, items }: { name: string; role: string; items: readonly MenuItem[] }) {
  const [at, setAt] = useState<{ x: number; y: number }>();
  const label = common.about(name, role);
  if (items.length === 0) return <Badge>{role}</Badge>;
  return (
    <>
      <button
        type="button"
        class="button compact role"
        aria-label={label}
        aria-haspopup="menu"
        aria-expanded={at !== undefined}
        onClick={(event) => {
          const { left, bottom } = event.currentTarget.getBoundingClientRect();
          setAt({ x: left, y: bottom + 4 });
        }}
      >
        {role}
        <Glyph name="down" />
      </button>
      {at && <Menu label={label} items={items} at={at} close={() => setAt(undefined)} />}
    </>
  );
}

interface InvitedRowProps {
  binder: BinderContext;
  changes: Changes;
  member: Member;
  canWrite: boolean;
}

/** Within a day, the server would not send a second email. */
const DAY_MS = 24 * 60 * 60 * 1000;

export function InvitedRow({ binder, changes, member, canWrite }: InvitedRowProps) {
  const { user, type, updated_time } = member;
  const [asking, setAsking] = useState(false);
  const inviteAgain = async (role: Role, done?: string) => {
    try {
      await changes.inviteAgain(member, role);
      if (done !== undefined) toast(done);
    } catch (error) {
      toastError((error as Error).message);
    }
  };
  const items: MenuItem[] = [];
  if (canWrite) {
    items.push(...roleItems(type, (role) => role !== type && inviteAgain(role)), { line: true });
    if (user.email !== null && !binder.me.lacks_mail && Date.now() - updated_time > DAY_MS)
      items.push({ label: text.sendAgain, act: () => inviteAgain(type as Role, text.sentAgain) });
    items.push({ label: text.takeBack, danger: true, act: () => setAsking(true) });
  }
  return (
    <li class="member">
      <Avatar id={user.name} name={user.name} />
      <div class="member-about">
        <strong dir="auto">{user.name}</strong>
        <span class="muted small">
          {user.email === null ? text.invitedById : text.invitedByEmail}
          {' · '}
          <RelativeTime at={updated_time} />
        </span>
      </div>
      <RoleButton name={user.name} role={nameOfRole(type)} items={items} />
      {asking && (
        <FormDialog
          title={text.takeBackTitle(user.name)}
          submit={text.takeBack}
          danger
          close={() => setAsking(false)}
          send={async () => {
            await changes.takeBack(member);
          }}
        >
          <p>{text.takeBackConsequence}</p>
        </FormDialog>
      )}
    </li>
  );
}
