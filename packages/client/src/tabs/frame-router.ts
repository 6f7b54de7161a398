import type { ClientFrame, ServerFrame } from '@ringbinder/protocol';
import { LIST_REQUEST_ID } from '../types.ts';

type SubscribeFrame = Extract<ClientFrame, { type: 'subscribe' }>;

/** How the leader reaches the server and the tabs. */
export interface FrameRouterOptions {
  send(frame: ClientFrame): boolean;
  /** Gives a frame to tabs. */
  deliver(tabs: readonly string[], frame: ServerFrame): void;
  /** Has tabs ask for a binder again, from the position that each has; in a while where the server refuses it now. */
  resubscribe(tabs: readonly string[], binderId: string, isLater: boolean): void;
}

/**
 * Shares one connection among tabs. The server knows one subscription to a binder for each connection: what it tells
 * unasked goes to all tabs, and an answer to the one that asked. Another tab that asks for the same binder begins the
 * server’s subscription anew, so what others would have been told meanwhile stands in that answer: entries are given to
 * them, too (they pass over what they have, and ask again where there is a gap); where it is a snapshot, they ask for
 * themselves. Of a binder one question is on its way at a time, so that answers come in the order of the questions.
 */
export function createFrameRouter({ send, deliver, resubscribe }: FrameRouterOptions) {
  const tabs = new Set<string>();
  /** The tabs that follow each binder. */
  const followers = new Map<string, Set<string>>();
  /** Questions about a binder: the first is on its way. */
  const waiting = new Map<string, { tab: string; frame: SubscribeFrame; id: number }[]>();
  let ids = 0;

  function askNext(binderId: string): void {
    const [next] = waiting.get(binderId) ?? [];
    if (!next) waiting.delete(binderId);
    else send({ ...next.frame, id: next.id });
  }

  function subscribe(tab: string, frame: SubscribeFrame): void {
    const { binder_id: binderId } = frame;
    followers.set(binderId, (followers.get(binderId) ?? new Set()).add(tab));
    const line = waiting.get(binderId) ?? [];
    // A tab that asks again wants no answer to what it asked before, unless that is on its way.
    const rest = line.filter((each, at) => at === 0 || each.tab !== tab);
    waiting.set(binderId, [...rest, { tab, frame, id: ++ids }]);
    if (rest.length === 0) askNext(binderId);
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

  /** Gives an answer to the tab that asked, and what is in it to the others. */
  function answer(frame: Extract<ServerFrame, { type: 'entries' | 'snapshot' | 'refused' }>): void {
    const found = [...waiting].find(([, [first]]) => first?.id === frame.id);
    if (!found) return;
    const [binderId, [asked, ...rest]] = found;
    if (!asked) return;
    waiting.set(binderId, rest);
    deliver([asked.tab], { ...frame, id: asked.frame.id });
    const isAnswered = (tab: string) => tab !== asked.tab && !rest.some((each) => each.tab === tab);
    const others = [...(followers.get(binderId) ?? [])].filter(isAnswered);
    // Before the others ask: the leader's own tab does so at once, and what it asks must not be sent twice.
    askNext(binderId);
    if (others.length > 0) {
      if (frame.type === 'entries') {
        const { id: _, ...unasked } = frame;
        deliver(others, unasked);
      } else resubscribe(others, binderId, frame.type === 'refused');
    }
  }

  return {
    /** A tab takes part from now on. */
    add(tab: string): void {
      tabs.add(tab);
    },
    /** A tab is gone. */
    remove(tab: string): void {
      tabs.delete(tab);
      for (const binderId of [...followers.keys()]) unsubscribe(tab, binderId);
    },
    /** What a tab says to the server. */
    sendFrom(tab: string, frame: ClientFrame): boolean {
      if (frame.type === 'subscribe') subscribe(tab, frame);
      else if (frame.type === 'unsubscribe') unsubscribe(tab, frame.binder_id);
      else return send(frame);
      return true;
    },
    /** What the server says. */
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
    /** The connection is another one: nothing is subscribed to, and no answer comes. */
    reset(): void {
      followers.clear();
      waiting.clear();
    },
  };
}
