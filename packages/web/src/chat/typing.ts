import { type ReadonlySignal, signal } from '@preact/signals';
import type { BinderContext } from '../binder/context.ts';

export interface Typing {
  readonly names: ReadonlySignal<readonly string[]>;
  type(): void;
  stop(): void;
  close(): void;
}

const SEND_EVERY_MS = 3_000;
const FORGET_AFTER_MS = 5_000;

export function createTyping({ id, channel, me, replica }: BinderContext): Typing {
  const names = signal<readonly string[]>([]);
  const writers = new Map<string, { name: string; timer: ReturnType<typeof setTimeout> }>();
  let sentAt = 0;

  const show = () => {
    names.value = [...writers.values()].map(({ name }) => name);
  };
  function forget(userId: string): void {
    const writer = writers.get(userId);
    if (!writer) return;
    clearTimeout(writer.timer);
    writers.delete(userId);
    show();
  }

  const stops = [
    channel.onEphemeral(({ binder_id, kind, user, data }) => {
      if (binder_id !== id || kind !== 'typing' || user.id === me.id) return;
      forget(user.id);
      if (data.is_over) return;
      const timer = setTimeout(() => forget(user.id), FORGET_AFTER_MS);
      writers.set(user.id, { name: user.name, timer });
      show();
    }),
    replica.onChange((change) => {
      if (change.type !== 'entries') return;
      for (const { kind, actor } of change.entries) if (kind === 'message_posted') forget(actor.id);
    }),
  ];

  return {
    names,
    type() {
      const now = Date.now();
      if (now - sentAt < SEND_EVERY_MS) return;
      if (channel.publish({ binder_id: id, kind: 'typing', data: {} })) sentAt = now;
    },
    stop() {
      if (sentAt === 0) return;
      sentAt = 0;
      channel.publish({ binder_id: id, kind: 'typing', data: { is_over: true } });
    },
    close() {
      for (const stop of stops) stop();
      for (const { timer } of writers.values()) clearTimeout(timer);
    },
  };
}
