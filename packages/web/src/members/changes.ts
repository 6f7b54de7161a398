import { type BinderState, unwrap } from '@ringbinder/client';
import type { Member } from '@ringbinder/protocol';
import type { BinderContext } from '../binder/context.ts';
import type { OptimisticValue } from '../binder/optimistic.ts';
import { memberOf } from '../binder/people.ts';
import { explained } from '../binder/refusal.ts';
import type { Role } from './roles.ts';

/** Each action shows its change immediately, and may throw a Refusal. */
export type Changes = ReturnType<typeof createChanges>;

export function createChanges(binder: BinderContext, echoes: OptimisticValue<BinderState | undefined>) {
  const { id: binder_id, client } = binder;
  const params = { path: { binder_id } };
  const remove = (body: { id: string } | ReturnType<typeof invitee>) =>
    explained(unwrap(client.api.POST('/{binder_id}/removeuser', { params, body })));
  return {
    view: echoes.view,

    setType({ user }: Member, type: Member['type']): Promise<unknown> {
      const path = { binder_id, user_id: user.id };
      return echoes.perform({
        apply: (state) =>
          withMembers(state, (members) =>
            members.map((each) => (each.user.id === user.id ? { ...each, type } : each)),
          ),
        call: () =>
          explained(
            unwrap(client.api.POST('/{binder_id}/users/{user_id}', { params: { path }, body: { type } })),
          ),
        isConfirmed: (state) => (memberOf(state, user.id)?.type ?? type) === type,
      });
    },

    remove({ user }: Member): Promise<unknown> {
      return echoes.perform({
        apply: (state) => withMembers(state, (members) => members.filter((each) => each.user.id !== user.id)),
        call: () => remove({ id: user.id }),
        isConfirmed: (state) => memberOf(state, user.id) === undefined,
      });
    },

    inviteAgain(invited: Member, type: Role): Promise<unknown> {
      const isSame = isInvitationOf(invited);
      return echoes.perform({
        apply: (state) =>
          withMembers(state, (members) => members.map((each) => (isSame(each) ? { ...each, type } : each))),
        call: () => {
          const body = { users: [{ user: invitee(invited), type }] };
          return explained(unwrap(client.api.POST('/{binder_id}/inviteuser', { params, body })));
        },
        isConfirmed: (state) => (state?.members.find(isSame)?.type ?? type) === type,
      });
    },

    takeBack(invited: Member): Promise<unknown> {
      const isSame = isInvitationOf(invited);
      return echoes.perform({
        apply: (state) => withMembers(state, (members) => members.filter((each) => !isSame(each))),
        call: () => remove(invitee(invited)),
        isConfirmed: (state) => !state?.members.some(isSame),
      });
    },
  };
}

const isInvitationOf =
  ({ user }: Member) =>
  (each: Member): boolean =>
    each.status === 'BOARD_INVITED' &&
    each.user.org_id === user.org_id &&
    each.user.email === user.email &&
    each.user.unique_id === user.unique_id;

function invitee({ user: { email, unique_id, org_id } }: Member) {
  return email === null ? { unique_id: unique_id ?? '', org_id } : { email, org_id };
}

function withMembers(
  state: BinderState | undefined,
  apply: (members: readonly Member[]) => readonly Member[],
): BinderState | undefined {
  return state && { ...state, members: apply(state.members) };
}
