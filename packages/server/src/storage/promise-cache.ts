/** What keeps promises by a key: a Map or a WeakMap. */
interface PromiseCache<K, V> {
  get(key: K): Promise<V> | undefined;
  set(key: K, value: Promise<V>): unknown;
  delete(key: K): boolean;
}

/** What is kept under a key, or made now and kept for all who ask. What fails is not kept: the next who asks tries again. */
export function cachedPromise<K, V>(cache: PromiseCache<K, V>, key: K, make: () => Promise<V>): Promise<V> {
  const kept = cache.get(key);
  if (kept) return kept;
  const made = make();
  cache.set(key, made);
  made.catch(() => cache.delete(key));
  return made;
}
