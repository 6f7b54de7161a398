/** Adds a charset (a WHATWG label such as `windows-1252`) to a MIME type, unless it is UTF-8. */
export function withCharset(mimeType: string, charset: string): string {
  return charset === 'utf-8' ? mimeType : `${mimeType}; charset=${charset}`;
}

/** Returns the charset of a MIME type. Default: `utf-8`. */
export function charsetOf(mimeType: string): string {
  return /; charset=(.+)$/.exec(mimeType)?.[1] ?? 'utf-8';
}

export function withoutCharset(mimeType: string): string {
  return mimeType.replace(/; charset=.+$/, '');
}
