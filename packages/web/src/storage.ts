/**
 * Gives the page storages that last as long as it does, in the place of those of the browser: a frame of another site
 * may be refused them, and what somebody writes there is not to stay behind.
 */
export function provideStorage(): void {
  for (const name of ['localStorage', 'sessionStorage'])
    Object.defineProperty(window, name, { configurable: true, value: createStorage() });
}

/**
 * Takes Web Locks from the page where the browser refuses them, as it may to a frame of another site: what knows to do
 * without them would wait for them otherwise. Storage is refused with them, so no other tab has what they would guard.
 */
export async function dropRefusedLocks(): Promise<void> {
  try {
    await navigator.locks?.query();
  } catch {
    Reflect.deleteProperty(Navigator.prototype, 'locks');
  }
}

function createStorage(): Storage {
  const kept = new Map<string, string>();
  const methods: Omit<Storage, 'length'> = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, String(value)),
    removeItem: (key: string) => void kept.delete(key),
    clear: () => kept.clear(),
    key: (index: number) => [...kept.keys()][index] ?? null,
  };
  return Object.defineProperty(methods, 'length', { get: () => kept.size }) as Storage;
}
