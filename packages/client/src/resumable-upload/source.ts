/** Where the bytes of an upload come from. */
export interface UploadSource {
  /** The name of the file. */
  name: string;
  /** Its media type, for whoever reads the upload; the server goes by the bytes. */
  type?: string;
  /** How many bytes there are. Undefined: not known before the end, as of a recording under way. */
  size?: number;
  /**
   * The bytes from an offset on, `maxBytes` at the most; of a source that grows, what there is, as soon as there is some.
   * Null at the end. The same offset may be asked for again.
   */
  read(offset: number, maxBytes: number, signal: AbortSignal): Promise<Blob | null>;
}

/** The source of a file. */
export function sourceOf(file: File): UploadSource {
  return {
    name: file.name,
    type: file.type,
    size: file.size,
    read: async (offset, maxBytes) => (offset < file.size ? file.slice(offset, offset + maxBytes) : null),
  };
}

/** Upload-Metadata, each value in base64. */
export function metadataOf({ name, type }: Pick<UploadSource, 'name' | 'type'>): string {
  const pairs = { filename: name, ...(type ? { filetype: type } : {}) };
  return Object.entries(pairs)
    .map(([key, value]) => `${key} ${base64(value)}`)
    .join(',');
}

function base64(text: string): string {
  return btoa(String.fromCharCode(...new TextEncoder().encode(text)));
}
