/** An embedded module must not store anything, and may be denied storage. */
export function provideStorage(): void {
  for (const name of ['localStorage', 'sessionStorage'])
    Object.defineProperty(window, name, { configurable: true, value: createStorage() });
}

/** A frame that is denied locks is also denied storage, so it shares no data with other tabs. */
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
