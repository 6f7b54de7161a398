import { openJournal } from './journal.ts';

export interface Person {
  id: string;
  name: string;
}

export interface Request {
  /** `message_id` of the event that contains the request. */
  id: string;
  what: string;
  by: Person;
  messageId: number;
}

export interface Decision {
  request: string;
  verdict: 'approved' | 'declined';
  by: Person;
  /** ISO 8601, UTC. */
  at: string;
  /** `message_id` of the event with the decision. */
  event: string;
}

type Entry = { asked: Request } | { decided: Decision };

export interface Approvals {
  request(id: string): Request | undefined;
  ask(request: Request): Promise<void>;
  /**
   * Records a decision, unless there is one. Returns the first, which counts. A binder's events arrive one
   * after another, so two decisions never run concurrently.
   */
  decide(decision: Decision): Promise<Decision>;
}

export async function openApprovals(path: string): Promise<Approvals> {
  const { entries, append } = await openJournal<Entry>(path);
  const requests = new Map<string, Request>();
  const decisions = new Map<string, Decision>();
  const apply = (entry: Entry) =>
    'asked' in entry
      ? requests.set(entry.asked.id, entry.asked)
      : decisions.set(entry.decided.request, entry.decided);
  const record = async (entry: Entry) => {
    await append(entry);
    apply(entry);
  };
  for (const entry of entries) apply(entry);
  return {
    request: (id) => requests.get(id),
    async ask(asked) {
      if (!requests.has(asked.id)) await record({ asked });
    },
    async decide(decided) {
      const first = decisions.get(decided.request);
      if (first) return first;
      await record({ decided });
      return decided;
    },
  };
}
