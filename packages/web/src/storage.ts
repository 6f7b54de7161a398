/**
 * Replaces the browser's storage with in-memory storage. Third-party frames may be denied storage, and nothing may
 * remain in the host's browser.
 */
export function provideStorage(): void {
  for (const name of ['localStorage', 'sessionStorage'])
    Object.defineProperty(window, name, { configurable: true, value: createStorage() });
}

/**
 * Removes Web Locks where the browser denies them, as in third-party frames; code with a fallback would wait otherwise.
 * Storage is denied too, so no other tab shares the data they would guard.
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
