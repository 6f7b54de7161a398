interface PromiseCache<K, V> {
  get(key: K): Promise<V> | undefined;
  set(key: K, value: Promise<V>): unknown;
  delete(key: K): boolean;
}

export function cachedPromise<K, V>(cache: PromiseCache<K, V>, key: K, make: () => Promise<V>): Promise<V> {
  const cached = cache.get(key);
  if (cached) return cached;
  const created = make();
  cache.set(key, created);
  created.catch(() => cache.delete(key));
  return created;
}
