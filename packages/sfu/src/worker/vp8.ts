/** RFC 7741, section 4.2. */
export interface Vp8Descriptor {
  isKeyFrame: boolean;
  isStart: boolean;
  payloadAt: number;
  /** 15 bits if `hasLongPictureId`, otherwise 7. */
  pictureIdAt?: number;
  hasLongPictureId: boolean;
  baseAt?: number;
}

export function readVp8(bytes: Buffer, start: number): Vp8Descriptor | undefined {
  let at = start;
  const first = bytes[at++];
  if (first === undefined) return undefined;
  const descriptor: Vp8Descriptor = {
    isKeyFrame: false,
    isStart: (first & 0x10) !== 0 && (first & 7) === 0,
    payloadAt: at,
    hasLongPictureId: false,
  };
  if (first & 0x80) {
    const which = bytes[at++] ?? 0;
    if (which & 0x80) {
      descriptor.pictureIdAt = at;
      descriptor.hasLongPictureId = ((bytes[at] ?? 0) & 0x80) !== 0;
      at += descriptor.hasLongPictureId ? 2 : 1;
    }
    if (which & 0x40) descriptor.baseAt = at++;
    if (which & 0x30) at++;
  }
  const payload = bytes[at];
  if (payload === undefined) return undefined;
  descriptor.payloadAt = at;
  descriptor.isKeyFrame = descriptor.isStart && (payload & 1) === 0;
  return descriptor;
}

/** Decoders discard decreasing picture ids. */
export function createPictureNumbers() {
  let pictureOffset = 0;
  let baseOffset = 0;
  let lastPicture = 0;
  let lastBase = 0;
  const pictureOf = (bytes: Buffer, { pictureIdAt: at = 0, hasLongPictureId }: Vp8Descriptor) =>
    hasLongPictureId ? bytes.readUInt16BE(at) & 0x7fff : (bytes[at] as number) & 0x7f;
  return {
    switchTo(bytes: Buffer, descriptor: Vp8Descriptor): void {
      if (descriptor.pictureIdAt !== undefined)
        pictureOffset = lastPicture + 1 - pictureOf(bytes, descriptor);
      if (descriptor.baseAt !== undefined) baseOffset = lastBase + 1 - (bytes[descriptor.baseAt] as number);
    },
    /** The descriptor is `shift` bytes nearer to the start in `outgoing` than in `incoming`. */
    write(outgoing: Buffer, incoming: Buffer, descriptor: Vp8Descriptor, shift: number): void {
      const { pictureIdAt, hasLongPictureId, baseAt } = descriptor;
      if (pictureIdAt !== undefined) {
        const picture = (pictureOf(incoming, descriptor) + pictureOffset) & 0x7fff;
        if (((picture - lastPicture) & 0x7fff) < 0x4000) lastPicture = picture;
        if (hasLongPictureId) outgoing.writeUInt16BE(0x8000 | picture, pictureIdAt - shift);
        else outgoing[pictureIdAt - shift] = picture & 0x7f;
      }
      if (baseAt !== undefined) {
        const base = ((incoming[baseAt] as number) + baseOffset) & 0xff;
        if (((base - lastBase) & 0xff) < 0x80) lastBase = base;
        outgoing[baseAt - shift] = base;
      }
    },
  };
}
