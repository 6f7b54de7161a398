import type { ClientFrame, ServerFrame } from '@ringbinder/protocol';
import { LIST_REQUEST_ID } from '../types.ts';

type SubscribeFrame = Extract<ClientFrame, { type: 'subscribe' }>;

export interface FrameRouterOptions {
  send(frame: ClientFrame): boolean;
  deliver(tabs: readonly string[], frame: ServerFrame): void;
  resubscribe(tabs: readonly string[], binderId: string, isLater: boolean): void;
}

/**
 * The server allows one subscription per binder and connection, and each request restarts it. All tabs
 * therefore receive the same entries, skip known ones, and subscribe again after gaps.
 */
export function createFrameRouter({ send, deliver, resubscribe }: FrameRouterOptions) {
  const tabs = new Set<string>();
  const followers = new Map<string, Set<string>>();
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

  function answer(frame: Extract<ServerFrame, { type: 'entries' | 'snapshot' | 'refused' }>): void {
    const match = [...waiting].find(([, [first]]) => first?.id === frame.id);
    if (!match) return;
    const [binderId, [head, ...rest]] = match;
    if (!head) return;
    waiting.set(binderId, rest);
    deliver([head.tab], { ...frame, id: head.frame.id });
    const isAnswered = (tab: string) => tab !== head.tab && !rest.some((each) => each.tab === tab);
    const others = [...(followers.get(binderId) ?? [])].filter(isAnswered);
    // Call `requestNext` first: `resubscribe` may send a request of this tab, which `requestNext` would send
    // again.
    requestNext(binderId);
    if (others.length > 0) {
      if (frame.type === 'entries') {
        const { id: _, ...unasked } = frame;
        deliver(others, unasked);
      } else resubscribe(others, binderId, frame.type === 'refused');
    }
  }

  return {
    add(tab: string): void {
      tabs.add(tab);
    },
    remove(tab: string): void {
      tabs.delete(tab);
      for (const binderId of [...followers.keys()]) unsubscribe(tab, binderId);
    },
    sendFrom(tab: string, frame: ClientFrame): boolean {
      if (frame.type === 'subscribe') subscribe(tab, frame);
      else if (frame.type === 'unsubscribe') unsubscribe(tab, frame.binder_id);
      else return send(frame);
      return true;
    },
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
    reset(): void {
      followers.clear();
      waiting.clear();
    },
  };
}
