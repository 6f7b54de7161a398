/** A MIME type that names the encoding of its text (a WHATWG label such as `windows-1252`), unless that is UTF-8. */
export function withCharset(mimeType: string, charset: string): string {
  return charset === 'utf-8' ? mimeType : `${mimeType}; charset=${charset}`;
}

/** The encoding that a MIME type names; `utf-8` where it names none. */
export function charsetOf(mimeType: string): string {
  return /; charset=(.+)$/.exec(mimeType)?.[1] ?? 'utf-8';
}

/** A MIME type without the encoding of its text. */
export function withoutCharset(mimeType: string): string {
  return mimeType.replace(/; charset=.+$/, '');
}
