import { createClient } from '@ringbinder/client';
import { joinMeet } from '@ringbinder/client/meet';
import type { GuestBoot } from '../../boot.ts';
import { meetingGuest as text } from '../../strings/messages/meeting-guest.ts';
import type { MeetContext } from '../context.ts';
import { storedGuest, storeGuest, welcome } from './welcome.ts';

export function guestContext(
  { base }: Pick<GuestBoot, 'base'>,
  link: string,
  pluginVersion: '2.9.5' | 'latest' = 'latest',
): MeetContext {
  const baseUrl = `${location.origin}${base}/`;
  return {
    // Identifies only the resume state. The session key is unknown before connecting.
    sessionKey: `guest-${link.slice(0, 22)}`,
    isGuest: true,
    async connect({ resume, name, onResume }) {
      const stored = resume === undefined ? undefined : storedGuest(link);
      const guest = stored ?? (await welcome(baseUrl, link, name ?? text.unnamed));
      storeGuest(link, guest);
      const client = createClient({ baseUrl, token: guest.token });
      return joinMeet(client, {
        sessionKey: guest.session_key,
        guestToken: guest.token,
        pluginVersion,
        onResume,
        ...(stored && resume !== undefined && { resume }),
      });
    },
    emit: () => undefined,
  };
}
