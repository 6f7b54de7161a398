const CLUSTER = 0x1f43b675;
const TIMECODE = 0xe7;
const SIMPLE_BLOCK = 0xa3;
const BLOCK_GROUP = 0xa0;
const BLOCK = 0xa1;

export function lastTimeOf(tail: Uint8Array): number | undefined {
  const from = lastClusterIn(tail);
  if (from === undefined) return undefined;
  const view = new DataView(tail.buffer, tail.byteOffset, tail.byteLength);
  let begin: number | undefined;
  let last: number | undefined;
  let at = skipSize(tail, from + 4);
  while (at !== undefined && at < tail.length) {
    const id = tail[at] ?? 0;
    const size = readSize(tail, at + 1);
    if (size === undefined || ![TIMECODE, SIMPLE_BLOCK, BLOCK_GROUP, BLOCK].includes(id)) break;
    if (id === TIMECODE) {
      begin = 0;
      for (let place = 0; place < size.value; place++) begin = begin * 256 + (tail[size.end + place] ?? 0);
      last = begin;
    }
    const inside = id === BLOCK_GROUP ? readSize(tail, size.end + 1)?.end : size.end;
    const track = inside === undefined ? undefined : readSize(tail, inside);
    const isBlock = id === SIMPLE_BLOCK || id === BLOCK_GROUP;
    if (isBlock && begin !== undefined && track && track.end + 2 <= tail.length)
      last = Math.max(last ?? 0, begin + view.getInt16(track.end));
    at = size.end + size.value;
  }
  return last === undefined ? undefined : last / 1000;
}

function lastClusterIn(bytes: Uint8Array): number | undefined {
  for (let at = bytes.length - 8; at >= 0; at--)
    if (bytes[at] === 0x1f && new DataView(bytes.buffer, bytes.byteOffset + at).getUint32(0) === CLUSTER)
      return at;
  return undefined;
}

function readSize(bytes: Uint8Array, at: number): { value: number; end: number } | undefined {
  const first = bytes[at];
  if (first === undefined || first === 0) return undefined;
  const length = Math.clz32(first) - 23;
  if (at + length > bytes.length) return undefined;
  let value = first & (0xff >> length);
  for (let place = 1; place < length; place++) value = value * 256 + (bytes[at + place] ?? 0);
  return { value, end: at + length };
}

const skipSize = (bytes: Uint8Array, at: number) => readSize(bytes, at)?.end;
