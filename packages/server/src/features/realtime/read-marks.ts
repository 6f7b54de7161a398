import type { Environment } from '../../environment/environment.ts';
import { readerOfTopic } from '../../log/index.ts';
import { readReadMarks } from '../messages/index.ts';
import type { Presence } from './ephemeral/presence.ts';
import { writeFrame } from './frames.ts';

const BATCHING_MS = 150;
const MAX_MARKS = 500;

/** Omits binders with many sessions, because each mark would go to every session. */
export function publishReadMarks(env: Environment, presence: Presence): () => void {
  const moved = new Map<string, { binderId: string; userId: string }>();
  let timer: NodeJS.Timeout | undefined;
  let isReading = false;

  const unsubscribe = env.bus.subscribeAll((topic) => {
    const reader = readerOfTopic(topic);
    if (!reader || !presence.hasAudience(reader.binderId)) return;
    moved.set(topic, reader);
    notifySoon();
  });

  function notifySoon(): void {
    if (timer || isReading || moved.size === 0) return;
    timer = setTimeout(() => {
      timer = undefined;
      isReading = true;
      notify()
        .catch((error) => env.log.warn({ err: error }, 'realtime: announcing read marks failed'))
        .finally(() => {
          isReading = false;
          notifySoon();
        });
    }, BATCHING_MS);
  }

  async function notify(): Promise<void> {
    const some = [...moved].slice(0, MAX_MARKS);
    for (const [topic] of some) moved.delete(topic);
    const marks = await readReadMarks(
      env.db,
      some.map(([, reader]) => reader),
    );
    for (const [binder_id, readmarks] of marks)
      presence.notify(binder_id, writeFrame({ type: 'read_marks', binder_id, readmarks }));
  }

  return () => {
    unsubscribe();
    clearTimeout(timer);
    moved.clear();
  };
}
