export async function* blocksOf(
  chunks: AsyncIterable<Buffer>,
  size: number,
): AsyncGenerator<{ block: Buffer; isLast: boolean }> {
  let pending: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of chunks) {
    let rest = chunk;
    // Hold a full block back, because it may be the last one.
    while (bytes + rest.length > size) {
      const head = rest.subarray(0, size - bytes);
      yield { block: Buffer.concat([...pending, head], size), isLast: false };
      rest = rest.subarray(head.length);
      pending = [];
      bytes = 0;
    }
    if (rest.length > 0) pending.push(rest);
    bytes += rest.length;
  }
  yield { block: Buffer.concat(pending, bytes), isLast: true };
}
