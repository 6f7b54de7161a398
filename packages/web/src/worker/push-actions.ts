import { storedUserId } from '../install/app-store.ts';
import { openPush, type Problem, type PushData } from './push.ts';
import { root, scope } from './scope.ts';

/** Delay before a retry: a push may arrive before the server has stored its token. */
const STORING_MS = 2_000;

/** Some platforms add the text of a reply field. */
type Click = Pick<NotificationEvent, 'action' | 'notification'> & { reply?: string | null };

export async function followClick({ action, notification, reply }: Click): Promise<void> {
  const { data } = notification;
  // Earlier releases stored only the address.
  const push: PushData = typeof data === 'string' ? { title: '', tag: '', url: data } : data;
  const button = push.actions?.find((each) => each.action === action);
  const { answer, texts } = push;
  if (!button || !answer || !texts) return openPush(button?.url ?? push.url);
  const text = reply?.trim() ?? '';
  const isReply = button.type === 'text';
  if (isReply && text === '') return openPush(button.url ?? push.url);
  const { problem, isOver } = await send(
    answer,
    isReply ? { text } : { button: push.actions?.indexOf(button) },
  );
  if (problem === undefined)
    return show(push, isReply ? texts.replied : texts.pressed.replace('{button}', () => button.title));
  // Show the reply again, because otherwise the user would lose it.
  const sentence = texts[problem];
  return show(push, isReply ? `${sentence}\n${text}` : sentence, isOver ? [] : push.actions);
}

/** `isOver` is true if a retry cannot succeed. */
interface Outcome {
  problem?: Problem;
  isOver: boolean;
}

async function send({ url, token, user }: NonNullable<PushData['answer']>, answer: object): Promise<Outcome> {
  const userId = await storedUserId(root).catch(() => undefined);
  // Another user may have signed in since the push.
  if (userId === undefined || userId !== user) return { problem: 'over', isOver: true };
  const post = () =>
    fetch(new URL(url).pathname, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      credentials: 'omit',
      body: JSON.stringify({ token, ...answer }),
    });
  try {
    let response = await post();
    if (response.status === 401) {
      await new Promise((resolve) => setTimeout(resolve, STORING_MS));
      response = await post();
    }
    const { ok, status } = response;
    if (ok) return { isOver: true };
    if (status === 429) return { problem: 'busy', isOver: false };
    if (status === 401) return { problem: 'over', isOver: true };
    if (status === 409) return { problem: 'answered', isOver: true };
    if (status < 500) return { problem: 'refused', isOver: true };
  } catch {}
  return { problem: 'failed', isOver: false };
}

function show(push: PushData, body: string, actions: PushData['actions'] = []): Promise<void> {
  const { title, tag, url } = push;
  const data = actions.length > 0 ? push : { title, tag, url };
  // TypeScript's types lack `actions`.
  return scope.registration.showNotification(title, { body, tag, data, actions } as NotificationOptions);
}
