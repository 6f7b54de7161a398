import { errorOf, unwrap } from '@ringbinder/client';
import type { Meet, MeetRepeat, MeetReply } from '@ringbinder/protocol';
import { availableMembersOf } from '../binder/available-members.ts';
import type { BinderContext } from '../binder/context.ts';
import { saveBlob } from '../binder/download.ts';
import { explained } from '../binder/refusal.ts';

/** Times in milliseconds since 1970. */
export interface MeetPlan {
  name: string;
  agenda: string;
  start_time: number;
  end_time: number;
  auto_recording: boolean;
  repeat?: MeetRepeat | null;
}

/** The server returns the address only when it creates the link. */
export interface GuestLink {
  id: string;
  user: { name: string };
  created_time: number;
  expires_time: number;
}

export interface Invitation {
  user: { id: string; name: string };
  reply?: MeetReply;
}

/** A member, or the email address of another person. */
export type Invited = { id: string } | { email: string };

export type MeetKey = Pick<Meet, 'session_key'>;

export type MeetActions = ReturnType<typeof createMeetActions>;

export function createMeetActions(binder: BinderContext) {
  const { client, id: binder_id, me } = binder;
  const { api } = client;
  const named = ({ session_key }: MeetKey) => ({ params: { path: { session_key } } });
  return {
    /** The members whom the user can invite. */
    others: () =>
      availableMembersOf(binder.state.value)
        .map(({ user }) => user)
        .filter(({ id, is_bot }) => id !== me.id && !is_bot),
    async schedule({ repeat, ...plan }: MeetPlan): Promise<MeetKey> {
      const body = { ...plan, ...(repeat && { repeat }), binder_id };
      return explained(unwrap(api.POST('/meets/schedule', { body })));
    },
    async invite({ session_key }: MeetKey, invited: readonly Invited[]): Promise<void> {
      if (invited.length === 0) return;
      const users = invited.map((user) => ({ user }));
      await explained(unwrap(api.POST('/meets/inviteuser', { body: { session_key, users } })));
    },
    async change(meet: MeetKey, plan: MeetPlan): Promise<void> {
      await explained(unwrap(api.POST('/meets/{session_key}', { ...named(meet), body: plan })));
    },
    async cancel(meet: Meet, isSeries: boolean): Promise<void> {
      if (isSeries)
        await explained(unwrap(api.POST('/meets/{session_key}', { ...named(meet), body: { repeat: null } })));
      await explained(unwrap(api.DELETE('/meets/{session_key}', named(meet))));
    },
    async reply(meet: Meet, reply: MeetReply): Promise<void> {
      await explained(unwrap(api.POST('/meets/{session_key}/reply', { ...named(meet), body: { reply } })));
    },
    async listInvitations(meet: Meet): Promise<readonly Invitation[]> {
      const read = unwrap(api.GET('/meets/{session_key}/invitations', named(meet)));
      return (await explained(read)).invitations;
    },
    async end(meet: Meet): Promise<void> {
      await explained(unwrap(api.POST('/meets/{session_key}/end', named(meet))));
    },
    async makeGuestLink(meet: Meet): Promise<string> {
      const created = unwrap(api.POST('/meets/{session_key}/links', { ...named(meet), body: {} }));
      return (await explained(created)).url;
    },
    async listGuestLinks(meet: Meet): Promise<readonly GuestLink[]> {
      return (await explained(unwrap(api.GET('/meets/{session_key}/links', named(meet))))).links;
    },
    /** Guests who used the link cannot rejoin. */
    async revokeGuestLink({ session_key }: Meet, link_id: string): Promise<void> {
      const params = { path: { session_key, link_id } };
      await explained(unwrap(api.DELETE('/meets/{session_key}/links/{link_id}', { params })));
    },
    async saveCalendar(meet: Meet): Promise<void> {
      const answer = await api.GET('/meets/{session_key}/ics', { ...named(meet), parseAs: 'blob' });
      const { data, error, response } = answer;
      if (!data) throw await explained(Promise.reject(errorOf(response.status, error)));
      saveBlob(data as unknown as Blob, 'meet.ics');
    },
  };
}
