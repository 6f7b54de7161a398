import type { Member } from '@ringbinder/protocol';
import { useState } from 'preact/hooks';
import type { BinderContext } from '../binder/context.ts';
import { Avatar } from '../design/avatar.tsx';
import { FormDialog } from '../design/form-dialog.tsx';
import { Badge } from '../design/states.tsx';
import { RelativeTime } from '../design/time.tsx';
import { toast } from '../design/toast.tsx';
import { members as text } from '../strings/en/members.ts';
import type { Changes } from './changes.ts';

interface MemberRowProps {
  binder: BinderContext;
  changes: Changes;
  member: Member;
  /** The org of the reader. */
  orgId: string | undefined;
  /** Whether the reader owns the binder. */
  isMine: boolean;
}

/** A member, with what the reader may change about them. */
export function MemberRow({ binder, changes, member, orgId, isMine }: MemberRowProps) {
  const { user, type } = member;
  const isMe = user.id === binder.me.id;
  const [asking, setAsking] = useState<'remove' | 'handOver'>();
  const close = () => setAsking(undefined);
  const canRemove = type !== 'BOARD_OWNER' && (isMe || binder.canWrite.value);
  const choose = async (chosen: Member['type']) => {
    if (chosen === 'BOARD_OWNER') return setAsking('handOver');
    try {
      await changes.setType(member, chosen);
    } catch (error) {
      toast((error as Error).message);
    }
  };
  return (
    <li class="member">
      <Avatar id={user.id} name={user.name} picture={user.picture_uri} />
      <div class="member-about">
        <strong>{isMe ? text.you(user.name) : user.name}</strong>
        <span class="muted small">
          {user.email ?? user.unique_id}
          {orgId !== undefined && user.org_id !== orgId && ` ${text.otherOrg}`}
        </span>
      </div>
      {isMine && !isMe ? (
        <RoleSelect member={member} choose={choose} />
      ) : (
        <Badge tone={type === 'BOARD_OWNER' ? 'accent' : ''}>{text.roles[type]}</Badge>
      )}
      {canRemove && (
        <button
          type="button"
          class="button compact quiet danger"
          aria-label={isMe ? text.leave : text.removeLabel(user.name)}
          onClick={() => setAsking('remove')}
        >
          {isMe ? text.leaveSubmit : text.remove}
        </button>
      )}
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

const TYPES = ['BOARD_READ_WRITE', 'BOARD_READ_ONLY', 'BOARD_OWNER'] as const;

function RoleSelect({ member, choose }: { member: Member; choose: (type: Member['type']) => void }) {
  const { user, type } = member;
  const types = user.is_bot ? TYPES.slice(0, 2) : TYPES;
  return (
    <select
      class="role"
      aria-label={text.roleOf(user.name)}
      value={type}
      onChange={(event) => {
        const chosen = event.currentTarget.value as Member['type'];
        // It shows what holds; what is chosen comes with the state.
        event.currentTarget.value = type;
        choose(chosen);
      }}
    >
      {types.map((each) => (
        <option key={each} value={each}>
          {each === 'BOARD_OWNER' ? text.handOver : text.roles[each]}
        </option>
      ))}
    </select>
  );
}

interface InvitedRowProps {
  binder: BinderContext;
  changes: Changes;
  member: Member;
  canRemove: boolean;
}

/** Somebody who is invited and has not come yet. */
export function InvitedRow({ changes, member, canRemove }: InvitedRowProps) {
  const { user, type, updated_time } = member;
  const [asking, setAsking] = useState(false);
  return (
    <li class="member">
      <Avatar id={user.name} name={user.name} />
      <div class="member-about">
        <strong>{user.name}</strong>
        <span class="muted small">
          {text.invitedSince} {text.invitedBy[user.email === null ? 'unique_id' : 'email']}{' '}
          <RelativeTime at={updated_time} />
          {` · ${text.waits}`}
        </span>
      </div>
      <Badge>{text.roles[type]}</Badge>
      {canRemove && (
        <button
          type="button"
          class="button compact quiet danger"
          aria-label={text.takeBackLabel(user.name)}
          onClick={() => setAsking(true)}
        >
          {text.takeBack}
        </button>
      )}
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
