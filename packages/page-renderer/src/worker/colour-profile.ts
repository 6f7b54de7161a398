/** The name of ICC's segments in a JPEG; their number and count follow it. */
const NAME = Buffer.from('ICC_PROFILE\0', 'latin1');
const START_OF_IMAGE = 2;
const APP2 = 0xffe2;
/** Of the profile, in one segment: its length has 16 bits and counts the header. */
const MAX_PART_BYTES = 0xffff - 2 - NAME.length - 2;
const MAX_PARTS = 255;

/** A JPEG whose pixels are in the colours of an ICC profile. sharp would convert them; here they are in them already. */
export function withColourProfile(jpeg: Buffer, profile: Buffer): Buffer {
  const count = Math.ceil(profile.length / MAX_PART_BYTES);
  if (count > MAX_PARTS) return jpeg;
  const segments = Array.from({ length: count }, (_, index) => {
    const part = profile.subarray(index * MAX_PART_BYTES, (index + 1) * MAX_PART_BYTES);
    const header = Buffer.alloc(4);
    header.writeUInt16BE(APP2, 0);
    header.writeUInt16BE(2 + NAME.length + 2 + part.length, 2);
    return Buffer.concat([header, NAME, Buffer.from([index + 1, count]), part]);
  });
  return Buffer.concat([jpeg.subarray(0, START_OF_IMAGE), ...segments, jpeg.subarray(START_OF_IMAGE)]);
}
