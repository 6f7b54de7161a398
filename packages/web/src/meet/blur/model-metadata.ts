/**
 * TensorFlow Lite metadata, which MediaPipe requires and the model lacks. The model's input is a picture with
 * values divided by 255.
 */
const METADATA =
  'FAAAAE0wMDEMAAgAAAAAAAAABAAMAAAABAAAAAEAAAAQAAAADAAMAAAAAAAIAAQADAAAAAgAAAA0AAAAAQAAAAwAAAAAAAYACAAEAAYAAAAEAAAAEgAAAHNlZ21lbnRhdGlvbl9tYXNrcwAAAQAAABQAAAAAAA4AEAAMAAAAAAAIAAQADgAAADgAAAAcAAAABAAAAAUAAABpbnB1dAAAAAgACgAJAAQACAAAAAwAAAAAAgYACAAHAAYAAAAAAAABAQAAAAwAAAAIAAwACwAEAAgAAAAQAAAAAAAAAQgADAAIAAQACAAAAAgAAAAMAAAAAQAAAAAAf0MBAAAAAAAAAA==';
const NAME = 'TFLITE_METADATA';
const ALIGNMENT = 16;

const aligned = (at: number, to: number) => Math.ceil(at / to) * to;

/** FlatBuffer offsets only point forward, so a new root before the model refers to its parts. */
export function withMetadata(model: Uint8Array): Uint8Array {
  const view = new DataView(model.buffer, model.byteOffset, model.byteLength);
  const root = view.getUint32(0, true);
  const fields = root - view.getInt32(root, true);
  const fieldAt = (index: number) => root + view.getUint16(fields + 4 + index * 2, true);
  const follow = (at: number) => at + view.getUint32(at, true);
  const buffers = follow(fieldAt(4));
  const count = view.getUint32(buffers, true);
  const metadata = Uint8Array.from(atob(METADATA), (character) => character.charCodeAt(0));

  const table = 28;
  const bufferList = table + 24;
  const metadataList = bufferList + 4 + 4 * (count + 1);
  const named = metadataList + 16;
  const name = named + 12;
  const length = aligned(name + 4 + NAME.length + 1, 4) + 8;
  const data = aligned(length + 12, ALIGNMENT);
  const size = aligned(data + metadata.length, ALIGNMENT);

  const patched = new Uint8Array(size + model.length);
  const out = new DataView(patched.buffer);
  const write = (at: number, value: number) => out.setUint32(at, value, true);
  const point = (at: number, to: number) => write(at, to - at);
  const shape = (at: number, values: readonly number[]) => {
    for (const [index, value] of values.entries()) out.setUint16(at + index * 2, value, true);
  };
  const text = (at: number, value: string) => patched.set(new TextEncoder().encode(value), at);
  point(0, table);
  text(4, 'TFL3');
  shape(8, [18, 24, 4, 8, 12, 0, 16, 0, 20]);
  write(table, table - 8);
  write(table + 4, view.getUint32(fieldAt(0), true));
  point(table + 8, size + follow(fieldAt(1)));
  point(table + 12, size + follow(fieldAt(2)));
  point(table + 16, bufferList);
  point(table + 20, metadataList);
  write(bufferList, count + 1);
  for (let index = 0; index < count; index++)
    point(bufferList + 4 + index * 4, size + follow(buffers + 4 + index * 4));
  point(bufferList + 4 + count * 4, length);
  write(metadataList, 1);
  point(metadataList + 4, named);
  shape(named - 8, [8, 12, 4, 8]);
  write(named, 8);
  point(named + 4, name);
  write(named + 8, count);
  write(name, NAME.length);
  text(name + 4, NAME);
  shape(length - 8, [6, 8, 4]);
  write(length, 8);
  point(length + 4, data - 4);
  write(data - 4, metadata.length);
  patched.set(metadata, data);
  patched.set(model, size);
  return patched;
}
