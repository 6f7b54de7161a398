import { openJournal } from './journal.ts';

export interface Accounts {
  isLinked(userId: string): boolean;
  link(userId: string): Promise<void>;
}

export async function openAccounts(path: string): Promise<Accounts> {
  const { entries, append } = await openJournal<{ user_id: string }>(path);
  const linked = new Set(entries.map(({ user_id }) => user_id));
  return {
    isLinked: (userId) => linked.has(userId),
    async link(userId) {
      if (linked.has(userId)) return;
      await append({ user_id: userId });
      linked.add(userId);
    },
  };
}
