import { Refusal } from '../../binder/refusal.ts';
import { tabValue } from '../../stored-value.ts';
import { meetingGuest as text } from '../../strings/messages/meeting-guest.ts';

export interface Guest {
  token: string;
  session_key: string;
  topic: string;
}

/** Throws Errors whose messages the user can read. */
export async function welcome(baseUrl: string, link: string, name: string): Promise<Guest> {
  const response = await fetch(`${baseUrl}meets/guests`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ link, name }),
  }).catch(() => undefined);
  if (!response) throw new Refusal(text.refused.offline);
  if (response.ok) return (await response.json()).data;
  switch (response.status) {
    case 400:
      throw new Refusal(text.refused.name);
    case 403:
      throw new Refusal(text.refused.key);
    case 412:
      throw new Refusal(text.refused.over);
    case 429:
      throw new Refusal(text.refused.tooMany);
    default:
      throw new Refusal(response.status >= 500 ? text.refused.failed : text.refused.link);
  }
}

const guestOf = (link: string) => tabValue(`ringbinder-guest-${link.slice(0, 22)}`);

export const storedGuest = (link: string) => guestOf(link).read() as Guest | undefined;

export const storeGuest = (link: string, guest: Guest): void => guestOf(link).write(guest);
