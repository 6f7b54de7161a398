/** The source of an upload's bytes. */
export interface UploadSource {
  /** The file name. */
  name: string;
  /** The media type, for information; the server inspects the bytes. */
  type?: string;
  /** Total bytes. Undefined while unknown, such as for a running recording. */
  size?: number;
  /**
   * At most `maxBytes` from an offset; for a growing source, resolves when some are available. Null at the end. The
   * same offset may be read again.
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

/** Upload-Metadata with base64 values. */
export function metadataOf({ name, type }: Pick<UploadSource, 'name' | 'type'>): string {
  const pairs = { filename: name, ...(type ? { filetype: type } : {}) };
  return Object.entries(pairs)
    .map(([key, value]) => `${key} ${base64(value)}`)
    .join(',');
}

function base64(text: string): string {
  return btoa(String.fromCharCode(...new TextEncoder().encode(text)));
}
