export interface UploadSource {
  name: string;
  /** The server ignores the value and detects the type from the bytes. */
  type?: string;
  /** Undefined while a recording is running. */
  size?: number;
  /**
   * Resolves with at most `maxBytes` bytes, or with null at the end. A growing source waits for bytes. The
   * upload may read the same offset more than once.
   */
  read(offset: number, maxBytes: number, signal: AbortSignal): Promise<Blob | null>;
}

export function sourceOf(file: File): UploadSource {
  return {
    name: file.name,
    type: file.type,
    size: file.size,
    read: async (offset, maxBytes) => (offset < file.size ? file.slice(offset, offset + maxBytes) : null),
  };
}

export function metadataOf({ name, type }: Pick<UploadSource, 'name' | 'type'>): string {
  const pairs = { filename: name, ...(type ? { filetype: type } : {}) };
  return Object.entries(pairs)
    .map(([key, value]) => `${key} ${base64(value)}`)
    .join(',');
}

function base64(text: string): string {
  return btoa(String.fromCharCode(...new TextEncoder().encode(text)));
}
