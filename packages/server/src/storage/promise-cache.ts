interface PromiseCache<K, V> {
  get(key: K): Promise<V> | undefined;
  set(key: K, value: Promise<V>): unknown;
  delete(key: K): boolean;
}

/** Returns the cached promise or creates it. Failures are not cached. */
export function cachedPromise<K, V>(cache: PromiseCache<K, V>, key: K, make: () => Promise<V>): Promise<V> {
  const kept = cache.get(key);
  if (kept) return kept;
  const made = make();
  cache.set(key, made);
  made.catch(() => cache.delete(key));
  return made;
}
