import { BinderId, Milliseconds, NameText, SessionKey, UserReference } from '@ringbinder/protocol';
import Type from 'typebox';
import { operation } from '../../http/index.ts';
import { MeetParams, tag } from './schema.ts';

const MAX_SECONDS = 90 * 24 * 60 * 60;
const LinkId = Type.String({ pattern: '^[0-9A-Za-z]{22}$' });

/** With a longer name, the channel's first frame, which carries the token, would be too long. */
export const GuestName = NameText({ minLength: 1, maxLength: 60 });

export const createGuestLink = operation(tag, 'createMeetLink', {
  summary: 'Create a guest link to a meet',
  description:
    'For the host and the owner of the binder. A guest enters a name and waits until a host admits them. Only this response contains the link. It works until it expires, is revoked, or the meet is over.',
  params: MeetParams,
  body: Type.Object({
    expires_in: Type.Optional(
      Type.Integer({
        minimum: 60,
        maximum: MAX_SECONDS,
        description: 'Seconds; when left out, until a day after the planned end, at least 7 days.',
      }),
    ),
  }),
  data: Type.Object({
    id: LinkId,
    url: Type.String(),
    created_time: Milliseconds,
    expires_time: Milliseconds,
  }),
});

export const listGuestLinks = operation(tag, 'listMeetLinks', {
  summary: 'List the guest links of a meet, the newest first',
  description: 'For the host and the owner of the binder. Without the addresses.',
  params: MeetParams,
  data: Type.Object({
    links: Type.Array(
      Type.Object({
        id: LinkId,
        user: UserReference,
        created_time: Milliseconds,
        expires_time: Milliseconds,
      }),
    ),
  }),
});

export const revokeGuestLink = operation(tag, 'revokeMeetLink', {
  summary: 'Revoke a guest link of a meet',
  description:
    'It admits no more guests. Its guests in the meet and in the lobby are disconnected, with the reason.',
  params: Type.Object({ session_key: SessionKey, link_id: LinkId }),
});

export const welcomeGuest = operation(tag, 'welcomeGuest', {
  summary: 'Join a meet as a guest',
  description:
    'Send the text after the # of a guest link, or the session key of the meet unless its org forbids that (403), and a name. The token is only for the channel of this meet.',
  auth: 'none',
  body: Type.Object({ link: Type.String({ minLength: 1, maxLength: 200 }), name: GuestName }),
  data: Type.Object({
    token: Type.String(),
    guest_id: Type.String(),
    session_key: SessionKey,
    binder_id: BinderId,
    topic: Type.String(),
    expires_time: Milliseconds,
  }),
});
