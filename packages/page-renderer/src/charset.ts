export function withCharset(mimeType: string, charset: string): string {
  return charset === 'utf-8' ? mimeType : `${mimeType}; charset=${charset}`;
}

export function charsetOf(mimeType: string): string {
  return /; charset=(.+)$/.exec(mimeType)?.[1] ?? 'utf-8';
}

export function withoutCharset(mimeType: string): string {
  return mimeType.replace(/; charset=.+$/, '');
}
