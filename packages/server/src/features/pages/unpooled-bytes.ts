/** `Buffer.from(text)` takes short texts from a slab of 64 kB: a cached list of 711 bytes occupied 27 kB. */
export function unpooledBytes(text: string): Buffer {
  const bytes = Buffer.allocUnsafeSlow(Buffer.byteLength(text));
  bytes.write(text);
  return bytes;
}
