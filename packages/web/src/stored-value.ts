/** One JSON value in the browser's storage. Where storage is denied or full, nothing is stored. */
export interface StoredValue {
  /** Undefined without a stored value. It may have any shape: an older version may have written it. */
  read(): unknown;
  /** Undefined removes the value. */
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

/** A value of this tab. */
export const tabValue = (key: string): StoredValue => storedValue(key, () => sessionStorage);
