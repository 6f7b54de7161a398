import assert from 'node:assert/strict';
import { test } from 'vitest';
import { createPictureNumbers, readVp8 } from './vp8.ts';

const payload = (...bytes: number[]) => Buffer.from([0xee, ...bytes]);
const KEY = 0x10;
const DELTA = 0x11;

test('[MEET-30] a descriptor is read in each of its forms', () => {
  const forms = {
    short: [payload(0x10, KEY), { payloadAt: 2, pictureIdAt: undefined, baseAt: undefined, isLong: false }],
    'without a number': [payload(0x90, 0, KEY), { payloadAt: 3, isLong: false }],
    'short number': [payload(0x90, 0x80, 0x7f, KEY), { payloadAt: 4, pictureIdAt: 3, isLong: false }],
    'long number': [payload(0x90, 0x80, 0x80, 1, KEY), { payloadAt: 5, pictureIdAt: 3, isLong: true }],
    'base layer': [payload(0x90, 0x40, 9, KEY), { payloadAt: 4, baseAt: 3, isLong: false }],
    'temporal layer': [payload(0x90, 0x20, 0x80, KEY), { payloadAt: 4, isLong: false }],
    'key index': [payload(0x90, 0x10, 0x80, KEY), { payloadAt: 4, isLong: false }],
    everything: [
      payload(0x90, 0xf0, 0x81, 2, 9, 0x80, KEY),
      { payloadAt: 7, pictureIdAt: 3, baseAt: 5, isLong: true },
    ],
  } as const;
  for (const [name, [bytes, expected]] of Object.entries(forms)) {
    const { hasLongPictureId, payloadAt, pictureIdAt, baseAt, isKeyFrame } = readVp8(bytes, 1) ?? {};
    assert.deepEqual(
      { payloadAt, pictureIdAt, baseAt, isLong: hasLongPictureId },
      { pictureIdAt: undefined, baseAt: undefined, ...expected },
      name,
    );
    assert.equal(isKeyFrame, true, name);
  }
});

test('[MEET-30] a key frame begins where the first partition of a frame begins', () => {
  const of = (first: number, data: number) => {
    const { isStart, isKeyFrame } = readVp8(payload(first, data), 1) ?? {};
    return [isStart, isKeyFrame];
  };
  assert.deepEqual(of(0x10, KEY), [true, true]);
  assert.deepEqual(of(0x10, DELTA), [true, false]);
  assert.deepEqual(of(0x00, KEY), [false, false], 'the rest of a partition');
  for (const partition of [1, 2, 4]) assert.deepEqual(of(0x10 | partition, KEY), [false, false]);
  assert.deepEqual(of(0x30, KEY), [true, true], 'a frame that no other refers to');
});

test('[MEET-30] a descriptor that is cut off is none', () => {
  const whole = payload(0x90, 0xf0, 0x81, 2, 9, 0x80, KEY);
  assert.ok(readVp8(whole, 1));
  for (let length = 1; length < whole.length; length++)
    assert.equal(readVp8(whole.subarray(0, length), 1), undefined, `${length} bytes`);
  assert.equal(readVp8(payload(0x10), 1), undefined);
});

function picture(number: number, base: number | undefined, { isLong = true, header = 1 } = {}) {
  const id = isLong ? [0x80 | (number >> 8), number & 0xff] : [number];
  const head = [0x90, base === undefined ? 0x80 : 0xc0, ...id, ...(base === undefined ? [] : [base])];
  const bytes = Buffer.from([...Array(header).fill(0xee), ...head, DELTA]);
  const descriptor = readVp8(bytes, header);
  assert.ok(descriptor);
  return { bytes, descriptor };
}

function forward(
  numbers: ReturnType<typeof createPictureNumbers>,
  { bytes, descriptor }: ReturnType<typeof picture>,
  shift = 0,
) {
  const outgoing = Buffer.from(bytes.subarray(shift));
  numbers.write(outgoing, bytes, descriptor, shift);
  const { pictureIdAt: at = 0, baseAt, hasLongPictureId } = descriptor;
  assert.equal((outgoing[at - shift] as number) >> 7, hasLongPictureId ? 1 : 0, 'the form stays');
  assert.equal(outgoing.at(-1), DELTA, 'the payload stays');
  const id = hasLongPictureId ? outgoing.readUInt16BE(at - shift) & 0x7fff : outgoing[at - shift];
  return [id, baseAt === undefined ? undefined : outgoing[baseAt - shift]];
}

test('[MEET-30] one stream keeps its numbers, wherever its payload stands', () => {
  const numbers = createPictureNumbers();
  assert.deepEqual(forward(numbers, picture(300, 7)), [300, 7]);
  assert.deepEqual(forward(numbers, picture(301, 8, { header: 9 }), 8), [301, 8]);
  assert.deepEqual(forward(numbers, picture(302, undefined)), [302, undefined]);
});

test('[MEET-30] numbers change where they stand in the outgoing packet', () => {
  for (const isLong of [true, false]) {
    const numbers = createPictureNumbers();
    const begin = picture(90, 7, { isLong, header: 9 });
    numbers.switchTo(begin.bytes, begin.descriptor);
    assert.deepEqual(forward(numbers, begin, 8), [1, 1]);
    assert.deepEqual(forward(numbers, picture(92, 8, { isLong, header: 5 }), 4), [3, 2]);
  }
});

test('[MEET-30] another stream goes on with the next number, across the turn of both numbers', () => {
  const numbers = createPictureNumbers();
  // One step of this size would count as backward.
  for (const [number, base] of [
    [0x3fff, 0x7f],
    [0x7ffd, 0xfd],
  ] as const)
    forward(numbers, picture(number, base));
  const begin = picture(100, 50);
  numbers.switchTo(begin.bytes, begin.descriptor);
  assert.deepEqual(forward(numbers, begin), [0x7ffe, 0xfe]);
  assert.deepEqual(forward(numbers, picture(101, 51)), [0x7fff, 0xff]);
  assert.deepEqual(forward(numbers, picture(102, 52)), [0, 0]);
  assert.deepEqual(forward(numbers, picture(103, 53)), [1, 1]);
  const again = picture(0x7fff, 0xff);
  numbers.switchTo(again.bytes, again.descriptor);
  assert.deepEqual(forward(numbers, again), [2, 2]);
  assert.deepEqual(forward(numbers, picture(0, 0)), [3, 3]);
});

test('[MEET-30] the numbers of the first stream begin at 1', () => {
  const numbers = createPictureNumbers();
  const begin = picture(0x7000, 0xf0);
  numbers.switchTo(begin.bytes, begin.descriptor);
  assert.deepEqual(forward(numbers, begin), [1, 1]);
});

test('[MEET-30] a stream without numbers leaves those of the others alone', () => {
  const numbers = createPictureNumbers();
  forward(numbers, picture(500, 60));
  const bare = payload(0x10, DELTA);
  const descriptor = readVp8(bare, 1);
  assert.ok(descriptor);
  numbers.switchTo(bare, descriptor);
  const outgoing = Buffer.from(bare);
  numbers.write(outgoing, bare, descriptor, 0);
  assert.deepEqual(outgoing, bare);
  const begin = picture(9, 3);
  numbers.switchTo(begin.bytes, begin.descriptor);
  assert.deepEqual(forward(numbers, begin), [501, 61]);
});

test('[MEET-30] a picture that is sent again does not turn the count back', () => {
  const numbers = createPictureNumbers();
  forward(numbers, picture(500, 60));
  assert.deepEqual(forward(numbers, picture(499, 59)), [499, 59]);
  const begin = picture(9, 3);
  numbers.switchTo(begin.bytes, begin.descriptor);
  assert.deepEqual(forward(numbers, begin), [501, 61]);
  assert.deepEqual(forward(numbers, picture(9 + 0x3fff, 3 + 0x7f)), [501 + 0x3fff, (61 + 0x7f) & 0xff]);
  const next = picture(0, 0);
  numbers.switchTo(next.bytes, next.descriptor);
  assert.deepEqual(forward(numbers, next), [502 + 0x3fff, (62 + 0x7f) & 0xff]);
});

test('[MEET-30] short numbers stay below 128', () => {
  const numbers = createPictureNumbers();
  forward(numbers, picture(127, undefined, { isLong: false }));
  const begin = picture(5, undefined, { isLong: false });
  numbers.switchTo(begin.bytes, begin.descriptor);
  assert.deepEqual(forward(numbers, begin), [0, undefined]);
  assert.deepEqual(forward(numbers, picture(6, undefined, { isLong: false })), [1, undefined]);
});
