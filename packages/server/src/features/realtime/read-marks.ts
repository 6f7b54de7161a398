import type { Environment } from '../../environment/environment.ts';
import { readerOfTopic } from '../../log/index.ts';
import { readReadMarks } from '../messages/index.ts';
import type { Presence } from './ephemeral/presence.ts';
import { writeFrame } from './frames.ts';

/** Marks that are set within it are told together. */
const PAUSE_MS = 150;
/** Marks of one statement. */
const MAX_MARKS = 500;

/**
 * Tells those who follow a binder how far others have read, for all binders of an environment. Marks stand in no log, so
 * each wakes a topic of its own, in other processes too; what is told is read once for all of them, and by no more than
 * one statement at a time. A crowd is not told: each of its readers would be told to all the others, after each message.
 * @returns ends it
 */
export function publishReadMarks(env: Environment, presence: Presence): () => void {
  const moved = new Map<string, { binderId: string; userId: string }>();
  let timer: NodeJS.Timeout | undefined;
  let isReading = false;

  const unsubscribe = env.bus.subscribeAll((topic) => {
    const reader = readerOfTopic(topic);
    if (!reader || !presence.isTold(reader.binderId)) return;
    moved.set(topic, reader);
    tellSoon();
  });

  function tellSoon(): void {
    if (timer || isReading || moved.size === 0) return;
    timer = setTimeout(() => {
      timer = undefined;
      isReading = true;
      tell()
        .catch((error) => env.log.warn({ err: error }, 'read marks are not told of'))
        .finally(() => {
          isReading = false;
          tellSoon();
        });
    }, PAUSE_MS);
  }

  async function tell(): Promise<void> {
    const some = [...moved].slice(0, MAX_MARKS);
    for (const [topic] of some) moved.delete(topic);
    const marks = await readReadMarks(
      env.db,
      some.map(([, reader]) => reader),
    );
    for (const [binder_id, readmarks] of marks)
      presence.tell(binder_id, writeFrame({ type: 'read_marks', binder_id, readmarks }));
  }

  return () => {
    unsubscribe();
    clearTimeout(timer);
    moved.clear();
  };
}
