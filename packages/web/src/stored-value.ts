/** Signing out deletes entries whose keys contain the user's id. */
export interface StoredValue {
  /** An older version may have written another shape. */
  read(): unknown;
  write(value: unknown): void;
}

export function storedValue(key: string, storageOf = () => localStorage): StoredValue {
  return {
    read() {
      try {
        return JSON.parse(storageOf().getItem(key) ?? 'null') ?? undefined;
      } catch {
        return undefined;
      }
    },
    write(value) {
      try {
        if (value === undefined) storageOf().removeItem(key);
        else storageOf().setItem(key, JSON.stringify(value));
      } catch {}
    },
  };
}

export const tabValue = (key: string): StoredValue => storedValue(key, () => sessionStorage);
