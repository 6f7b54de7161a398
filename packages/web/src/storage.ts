/**
 * Replaces the browser's storage with in-memory storage. Third-party frames may be denied storage, and nothing may
 * remain in the host's browser.
 */
export function provideStorage(): void {
  for (const name of ['localStorage', 'sessionStorage'])
    Object.defineProperty(window, name, { configurable: true, value: createStorage() });
}

/**
 * Removes Web Locks where the browser denies them, as in third-party frames. Otherwise code would wait for a lock
 * instead of using its fallback. Storage is denied too, so no other tab shares the data that locks would protect.
 */
export async function dropRefusedLocks(): Promise<void> {
  try {
    await navigator.locks?.query();
  } catch {
    Reflect.deleteProperty(Navigator.prototype, 'locks');
  }
}

function createStorage(): Storage {
  const inMemory = new Map<string, string>();
  const methods: Omit<Storage, 'length'> = {
    getItem: (key: string) => inMemory.get(key) ?? null,
    setItem: (key: string, value: string) => void inMemory.set(key, String(value)),
    removeItem: (key: string) => void inMemory.delete(key),
    clear: () => inMemory.clear(),
    key: (index: number) => [...inMemory.keys()][index] ?? null,
  };
  return Object.defineProperty(methods, 'length', { get: () => inMemory.size }) as Storage;
}
