import type { ClientFrame, ServerFrame } from '@ringbinder/protocol';
import { LIST_REQUEST_ID } from '../types.ts';

type SubscribeFrame = Extract<ClientFrame, { type: 'subscribe' }>;

/** The leader's connections to the server and the tabs. */
export interface FrameRouterOptions {
  send(frame: ClientFrame): boolean;
  /** Delivers a frame to tabs. */
  deliver(tabs: readonly string[], frame: ServerFrame): void;
  /** Makes tabs subscribe again from their own positions; later if the server currently rejects it. */
  resubscribe(tabs: readonly string[], binderId: string, isLater: boolean): void;
}

/**
 * Shares one connection among tabs. The server has one subscription per binder and connection. Unsolicited frames go to
 * all tabs, answers to the requesting one. A request by another tab restarts the server’s subscription, so its answer
 * may contain what the others missed. They receive its entries too: they skip known ones and subscribe again on a gap.
 * After a snapshot they subscribe again. Requests for a binder are sent one at a time, so that answers arrive in order.
 */
export function createFrameRouter({ send, deliver, resubscribe }: FrameRouterOptions) {
  const tabs = new Set<string>();
  /** Subscribed tabs by binder. */
  const followers = new Map<string, Set<string>>();
  /** Requests by binder; the first is in flight. */
  const waiting = new Map<string, { tab: string; frame: SubscribeFrame; id: number }[]>();
  let ids = 0;

  function requestNext(binderId: string): void {
    const [next] = waiting.get(binderId) ?? [];
    if (!next) waiting.delete(binderId);
    else send({ ...next.frame, id: next.id });
  }

  function subscribe(tab: string, frame: SubscribeFrame): void {
    const { binder_id: binderId } = frame;
    followers.set(binderId, (followers.get(binderId) ?? new Set()).add(tab));
    const line = waiting.get(binderId) ?? [];
    // A tab's new request replaces its earlier ones, except the one in flight.
    const rest = line.filter((each, at) => at === 0 || each.tab !== tab);
    waiting.set(binderId, [...rest, { tab, frame, id: ++ids }]);
    if (rest.length === 0) requestNext(binderId);
  }

  function unsubscribe(tab: string, binderId: string): void {
    const following = followers.get(binderId);
    if (!following?.delete(tab)) return;
    const line = waiting.get(binderId);
    if (line)
      waiting.set(binderId, [...line.slice(0, 1), ...line.slice(1).filter((each) => each.tab !== tab)]);
    if (following.size > 0) return;
    followers.delete(binderId);
    waiting.delete(binderId);
    send({ type: 'unsubscribe', binder_id: binderId });
  }

  /** Delivers an answer to the requesting tab, and its content to the others. */
  function answer(frame: Extract<ServerFrame, { type: 'entries' | 'snapshot' | 'refused' }>): void {
    const match = [...waiting].find(([, [first]]) => first?.id === frame.id);
    if (!match) return;
    const [binderId, [head, ...rest]] = match;
    if (!head) return;
    waiting.set(binderId, rest);
    deliver([head.tab], { ...frame, id: head.frame.id });
    const isAnswered = (tab: string) => tab !== head.tab && !rest.some((each) => each.tab === tab);
    const others = [...(followers.get(binderId) ?? [])].filter(isAnswered);
    // Before the others: the leader's own tab requests synchronously, and its request must not be sent twice.
    requestNext(binderId);
    if (others.length > 0) {
      if (frame.type === 'entries') {
        const { id: _, ...unasked } = frame;
        deliver(others, unasked);
      } else resubscribe(others, binderId, frame.type === 'refused');
    }
  }

  return {
    /** A tab joins. */
    add(tab: string): void {
      tabs.add(tab);
    },
    /** A tab has left. */
    remove(tab: string): void {
      tabs.delete(tab);
      for (const binderId of [...followers.keys()]) unsubscribe(tab, binderId);
    },
    /** Handles a tab's frame to the server. */
    sendFrom(tab: string, frame: ClientFrame): boolean {
      if (frame.type === 'subscribe') subscribe(tab, frame);
      else if (frame.type === 'unsubscribe') unsubscribe(tab, frame.binder_id);
      else return send(frame);
      return true;
    },
    /** Handles a server frame. */
    receive(frame: ServerFrame): void {
      const isAnswer = frame.type === 'entries' || frame.type === 'snapshot' || frame.type === 'refused';
      if (isAnswer && frame.id !== undefined && frame.id !== LIST_REQUEST_ID) {
        answer(frame);
        return;
      }
      if (frame.type === 'unsubscribed') {
        followers.delete(frame.binder_id);
        waiting.delete(frame.binder_id);
      }
      deliver([...tabs], frame);
    },
    /** A new connection has no subscriptions and no pending answers. */
    reset(): void {
      followers.clear();
      waiting.clear();
    },
  };
}
