import { BinderId, Milliseconds, NameText, SessionKey, UserReference } from '@ringbinder/protocol';
import Type from 'typebox';
import { operation } from '../../http/index.ts';
import { MeetParams, tag } from './schema.ts';

const MAX_SECONDS = 90 * 24 * 60 * 60;
const LinkId = Type.String({ pattern: '^[0-9A-Za-z]{22}$' });

/** A guest's token contains the name and must fit into the first frame. */
export const GuestName = NameText({ minLength: 1, maxLength: 60 });

export const createGuestLink = operation(tag, 'createMeetLink', {
  summary: 'Create a guest link to a meet',
  description:
    'Allowed for the host of the meet and the owner of the binder. People who open the link enter a name, and wait until a host admits them. Only this response contains the link. The link works until it expires or is revoked, or the meet is over. 412: the meet is over, or already has 20 valid links.',
  params: MeetParams,
  body: Type.Object({
    expires_in: Type.Optional(
      Type.Integer({
        minimum: 60,
        maximum: MAX_SECONDS,
        description:
          'The validity of the link in seconds. Default: until one day after the planned end of the meet, and at least 7 days.',
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
  description:
    'Allowed for the host of the meet and the owner of the binder. The list does not contain the addresses of the links.',
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
    'Allowed for the host of the meet and the owner of the binder. The link stops working. The server disconnects the guests who used the link from the meet and from its lobby, with the reason `link_revoked`.',
  params: Type.Object({ session_key: SessionKey, link_id: LinkId }),
});

export const welcomeGuest = operation(tag, 'welcomeGuest', {
  summary: 'Join a meet as a guest',
  description:
    'Send a name and, as `link`, the text after the # of a guest link. If the org of the meet allows it, you can send the session key of the meet as `link` instead. The returned token is valid only for the channel of this meet. 403: `link` is a session key, and the org allows only guest links. 404: the link does not exist, has expired or was revoked. 412: the meet is locked or over.',
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
