/** What the descriptor in front of a VP8 payload says (RFC 7741, section 4.2), and where it says so. */
export interface Vp8Descriptor {
  isKeyFrame: boolean;
  isStart: boolean;
  /** The place of what follows the descriptor. */
  payloadAt: number;
  /** The place of the picture's number, of 15 bits when it is long. */
  pictureIdAt?: number;
  hasLongPictureId: boolean;
  /** The place of the number of the base layer's picture. */
  baseAt?: number;
}

/** Reads the descriptor at a place in a packet; undefined when the packet ends before it does. */
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

/**
 * Numbers the pictures of several streams as if they were one: a decoder that sees numbers go back takes the pictures
 * for old ones.
 */
export function createPictureNumbers() {
  let pictureOffset = 0;
  let baseOffset = 0;
  let lastPicture = 0;
  let lastBase = 0;
  const pictureOf = (bytes: Buffer, { pictureIdAt: at = 0, hasLongPictureId }: Vp8Descriptor) =>
    hasLongPictureId ? bytes.readUInt16BE(at) & 0x7fff : (bytes[at] as number) & 0x7f;
  return {
    /** Another stream goes on from here. */
    switchTo(bytes: Buffer, descriptor: Vp8Descriptor): void {
      if (descriptor.pictureIdAt !== undefined)
        pictureOffset = lastPicture + 1 - pictureOf(bytes, descriptor);
      if (descriptor.baseAt !== undefined) baseOffset = lastBase + 1 - (bytes[descriptor.baseAt] as number);
    },
    /** Writes the numbers into an outgoing packet, whose payload stands `shift` bytes before that of the incoming one. */
    write(outgoing: Buffer, incoming: Buffer, descriptor: Vp8Descriptor, shift: number): void {
      const { pictureIdAt, hasLongPictureId, baseAt } = descriptor;
      if (pictureIdAt !== undefined) {
        const picture = (pictureOf(incoming, descriptor) + pictureOffset) & 0x7fff;
        // What was sent again is of an earlier picture.
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
