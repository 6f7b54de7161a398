import { pushActions as words } from '../strings/en/push-actions.ts';
import { openPush, type PushData } from './push.ts';
import { scope } from './scope.ts';

/** A click on a notification. Some platforms have a field for a reply. */
type Click = Pick<NotificationEvent, 'action' | 'notification'> & { reply?: string | null };

/** Opens what the push is about, or sends the press or reply without opening the app, and shows the result. */
export async function followClick({ action, notification, reply }: Click): Promise<void> {
  const { data } = notification;
  // An earlier worker stored only the address.
  const push: PushData = typeof data === 'string' ? { title: '', tag: '', url: data } : data;
  const button = push.actions?.find((each) => each.action === action);
  if (!button || !push.answer) return openPush(push.url);
  const text = reply?.trim() ?? '';
  if (button.type !== 'text') {
    const problem = await send(push.answer, { button: push.actions?.indexOf(button) });
    return show(push, problem ?? words.pressed(button.title));
  }
  if (text === '') return openPush(button.url ?? push.url);
  const problem = await send(push.answer, { text });
  // The notification is the only place that still has the text.
  return show(push, problem === undefined ? words.replied : `${problem}\n${text}`);
}

/** Returns why it failed. */
async function send(
  { url, token }: NonNullable<PushData['answer']>,
  answer: object,
): Promise<string | undefined> {
  try {
    const { ok, status } = await fetch(new URL(url).pathname, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      credentials: 'omit',
      body: JSON.stringify({ token, ...answer }),
    });
    if (ok) return undefined;
    if (status === 401) return words.over;
    if (status === 409) return words.answered;
    return status < 500 ? words.refused : words.failed;
  } catch {
    return words.failed;
  }
}

const show = ({ title, tag, url }: PushData, body: string) =>
  scope.registration.showNotification(title, { body, tag, data: { title, tag, url } });
