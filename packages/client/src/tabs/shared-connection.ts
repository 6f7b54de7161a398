import type { ClientFrame } from '@ringbinder/protocol';
import { type Connection, type ConnectionOptions, createConnection } from '../connection/connection.ts';
import type { ConnectionState } from '../connection/connection-state.ts';
import { createFrameRouter } from './frame-router.ts';
import type { Tabs } from './tabs.ts';

export interface SharedConnectionOptions extends ConnectionOptions {
  /** Called when the subscription continues from another tab's position, so this tab must subscribe again. */
  onResubscribe(binderId: string): void;
}

const LATER_MS = 1_000;
const SELF = '';

function createTabRouter(
  tabs: Tabs,
  { onFrame, onResubscribe, random }: SharedConnectionOptions,
  send: (frame: ClientFrame) => boolean,
) {
  const resubscribe = (to: readonly string[], binderId: string) => {
    const others = to.filter((tab) => tab !== SELF);
    if (others.length > 0) tabs.post({ type: 'resubscribe', to: others, binderId });
    if (to.includes(SELF)) onResubscribe(binderId);
  };
  return createFrameRouter({
    send,
    deliver(to, frame) {
      const others = to.filter((tab) => tab !== SELF);
      if (others.length > 0) tabs.post({ type: 'frame', to: others, frame });
      if (to.includes(SELF)) onFrame(frame);
    },
    resubscribe(to, binderId, isLater) {
      if (isLater) setTimeout(() => resubscribe(to, binderId), LATER_MS * (1 + random()));
      else resubscribe(to, binderId);
    },
  });
}

/** Only the leader connects. When it closes, another tab takes over. */
export function createSharedConnection(tabs: Tabs, options: SharedConnectionOptions): Connection {
  const { onState, onFrame, onResubscribe } = options;
  let state: ConnectionState = { status: 'connecting' };
  let own: Connection | undefined;
  let leader: string | undefined;
  const router = createTabRouter(tabs, options, (frame) => own?.send(frame) ?? false);

  function enter(next: ConnectionState): void {
    if (state.status === 'closed') return;
    state = next;
    onState(next);
  }

  function lead(): void {
    if (state.status === 'closed') return;
    leader = undefined;
    router.add(SELF);
    tabs.post({ type: 'lead' });
    own = createConnection({
      ...options,
      onState(next) {
        router.reset();
        tabs.post({ type: 'state', state: next });
        enter(next);
      },
      onFrame: router.receive,
    });
  }

  tabs.onMessage((message, from) => {
    switch (message.type) {
      case 'lead':
        leader = from;
        enter({ status: 'connecting' });
        return tabs.post({ type: 'join' });
      case 'join':
        if (!own) return;
        router.add(from);
        tabs.onTabClosed(from, () => router.remove(from));
        return tabs.post({ type: 'state', to: [from], state: own.state });
      case 'leave':
        return router.remove(from);
      case 'state':
        if (own || message.state.status === 'closed') return;
        leader = from;
        return enter(message.state);
      case 'frame':
        if (from === leader) onFrame(message.frame);
        break;
      case 'resubscribe':
        if (from === leader) onResubscribe(message.binderId);
        break;
      case 'send':
        if (!own) return;
        router.add(from);
        return router.sendFrom(from, message.frame);
      case 'reconnect':
        return own?.reconnect();
      case 'refuse_user':
        return own?.signOut(message.message);
    }
  });
  tabs.onLead(lead);
  tabs.post({ type: 'join' });

  return {
    get state() {
      return state;
    },
    send(frame: ClientFrame): boolean {
      if (own) return router.sendFrom(SELF, frame);
      if (state.status !== 'online') return false;
      tabs.post({ type: 'send', frame });
      return true;
    },
    get bufferedAmount() {
      return own?.bufferedAmount ?? 0;
    },
    check: () => own?.check(),
    loseNetwork: () => own?.loseNetwork(),
    reconnect() {
      if (own) own.reconnect();
      else tabs.post({ type: 'reconnect' });
    },
    signOut(message) {
      if (own) own.signOut(message);
      else tabs.post({ type: 'refuse_user', message });
    },
    close() {
      if (state.status === 'closed') return;
      tabs.post({ type: 'leave' });
      enter({ status: 'closed' });
      own?.close();
      tabs.close();
    },
  };
}
