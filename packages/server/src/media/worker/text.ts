// Tab, line feed, form feed and carriage return are text; so is escape, which coloured logs are full of.
const TEXT_CONTROLS = [0x09, 0x0a, 0x0c, 0x0d, 0x1b];

/**
 * The bytes as text, without a byte order mark; null when they are not UTF-8 or hold control characters. With
 * `cut`, a last character that the end of `bytes` cuts off is left out.
 */
export function decodeText(bytes: Uint8Array, options: { cut?: boolean } = {}): string | null {
  if (bytes.some((byte) => (byte < 0x20 || byte === 0x7f) && !TEXT_CONTROLS.includes(byte))) return null;
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: options.cut === true });
  } catch {
    return null;
  }
}
