/** Short texts from `Buffer.from` share a slab: a cached list of 711 bytes kept 27 kB in memory. */
export function unpooledBytes(text: string): Buffer {
  const bytes = Buffer.allocUnsafeSlow(Buffer.byteLength(text));
  bytes.write(text);
  return bytes;
}
