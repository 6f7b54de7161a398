import { listAll, type RingbinderClient, unwrap } from '@ringbinder/client';
import type { User } from '@ringbinder/protocol';
import { hasParts } from '@ringbinder/protocol/search.ts';
import { useEffect, useState } from 'preact/hooks';
import { refusalOf } from '../binder/refusal.ts';
import { useApp } from './context.ts';

type Contacts =
  | { state: 'loading' }
  | { state: 'failed'; message: string }
  | { state: 'ready'; people: User[] };

const cache = new WeakMap<RingbinderClient, { people: User[]; readAt: number }>();

export function useContacts(maxAgeMs = 0, isNeeded = true): [Contacts, reload: () => void] {
  const { client, boot } = useApp();
  const [contacts, setContacts] = useState<Contacts>({ state: 'loading' });
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    if (!isNeeded) return;
    let isThere = true;
    const settle = (settled: Contacts) => isThere && setContacts(settled);
    const cached = cache.get(client);
    if (cached && Date.now() - cached.readAt < maxAgeMs) {
      settle({ state: 'ready', people: cached.people });
      return;
    }
    settle({ state: 'loading' });
    const load = (cursor: string | undefined) => {
      const query = { limit: 1_000, ...(cursor !== undefined && { cursor }) };
      return unwrap(client.api.GET('/{user_id}/contacts', { params: { path: { user_id: 'me' }, query } }));
    };
    readAll(listAll(load, 'contacts')).then(
      (all) => {
        const people = all.filter(({ id }) => id !== boot.user.id);
        cache.set(client, { people, readAt: Date.now() });
        settle({ state: 'ready', people });
      },
      (error: unknown) => settle({ state: 'failed', message: refusalOf(error).message }),
    );
    return () => {
      isThere = false;
    };
  }, [attempt, isNeeded]);
  return [contacts, () => setAttempt((before) => before + 1)];
}

export function isPersonFor({ name, email }: User, words: string): boolean {
  return hasParts(`${name} ${email ?? ''}`, words);
}

async function readAll<T>(list: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const each of list) all.push(each);
  return all;
}
