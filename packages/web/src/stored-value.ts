/** Nothing is stored if storage is denied or full. */
export interface StoredValue {
  /** Validate it: an older version may have written another shape. */
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
      } catch {
        // The value lives as long as the page.
      }
    },
  };
}

/** The value lives as long as the tab. */
export const tabValue = (key: string): StoredValue => storedValue(key, () => sessionStorage);
