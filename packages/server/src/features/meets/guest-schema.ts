import { BinderId, Milliseconds, NameText, SessionKey, UserReference } from '@ringbinder/protocol';
import Type from 'typebox';
import { operation } from '../../http/index.ts';
import { MeetParams, tag } from './schema.ts';

const MAX_SECONDS = 90 * 24 * 60 * 60;
const LinkId = Type.String({ pattern: '^[0-9A-Za-z]{22}$' });

/** Longer names would not fit into the first frame of the channel, which carries the token. */
export const GuestName = NameText({ minLength: 1, maxLength: 60 });

export const createGuestLink = operation(tag, 'createMeetLink', {
  summary: 'Make a link by which people without an account ask to be let into a meet',
  description:
    'By the host and the owner of the binder. A guest tells a name, waits, and is in only when a host lets them in. The link is told only here, and is good until it expires, is revoked, or the meet is over.',
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
  description: 'For the host and the owner of the binder. The addresses are not in it.',
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
    'Guests who came by it are let in no more; who is in the meet by it, or waits to be let in, is out and is told why.',
  params: Type.Object({ session_key: SessionKey, link_id: LinkId }),
});

export const welcomeGuest = operation(tag, 'welcomeGuest', {
  summary: 'Come to a meet as a guest',
  description:
    'With what stands behind the # of a guest link, or with the session key of the meet unless its org forbids that (403), and a name. The token is for the channel of this one meet, and opens nothing else.',
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
