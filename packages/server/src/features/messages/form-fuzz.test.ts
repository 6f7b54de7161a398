import assert from 'node:assert/strict';
import type { Cast } from '@ringbinder/testkit';
import { service } from '@ringbinder/testkit/shared-service.ts';
import fc from 'fast-check';
import { beforeAll, test } from 'vitest';
import { FORM_TYPE, type FormPart, filePart, formOf } from '../pages/testing/form.ts';
import { holdings } from '../pages/testing/upload.ts';
import { audioPart, payloadPart } from './testing/forms.ts';

const RUNS = 150;
const ANSWERS = [200, 400, 404, 412, 413];

let cast: Cast;
beforeAll(async () => {
  cast = await service.make.cast();
});

const send = (body: Buffer, type: string) =>
  service.call('POST', `/${cast.binderId}/messages`, {
    token: cast.editor.token,
    body,
    headers: { 'content-type': type },
  });

const json = fc.oneof(
  fc.constant({ message: { text: 'Hello' } }),
  fc.json(),
  fc.record({
    message: fc.dictionary(fc.constantFrom('text', 'richtext', 'fields', 'buttons'), fc.jsonValue()),
  }),
);
const part: fc.Arbitrary<FormPart> = fc.oneof(
  json.map((value) => payloadPart(value)),
  json.map((value) => payloadPart(value, 'application/json')),
  fc.string({ unit: 'binary' }).map((text) => filePart(text, 'a.txt')),
  fc.constant(audioPart()),
  fc.tuple(fc.string(), fc.string()).map(([name, data]) => ({ disposition: `; name="${name}"`, data })),
  fc.string().map((text) => ({ disposition: text.replace(/[\r\n]/g, ''), data: 'x' })),
);

const damage = fc.array(
  fc.record({
    at: fc.nat(),
    way: fc.constantFrom('change', 'cut', 'double'),
    length: fc.integer({ min: 1, max: 40 }),
    byte: fc.nat(255),
  }),
  { maxLength: 3 },
);

function damaged(form: Buffer, wounds: { at: number; way: string; length: number; byte: number }[]): Buffer {
  return wounds.reduce((bytes, { at, way, length, byte }) => {
    const from = bytes.length === 0 ? 0 : at % bytes.length;
    const [head, middle, tail] = [
      bytes.subarray(0, from),
      bytes.subarray(from, from + length),
      bytes.subarray(from + length),
    ];
    if (way === 'change') return Buffer.concat([head, Buffer.alloc(middle.length, byte), tail]);
    return Buffer.concat(way === 'cut' ? [head, tail] : [head, middle, middle, tail]);
  }, form);
}

test('[MSG-36] [MSG-37] whatever a form holds, it is answered, never by a failure, and leaves nothing under way', async () => {
  const statuses = new Map<number, number>();
  const property = fc.asyncProperty(fc.array(part, { maxLength: 5 }), damage, async (parts, wounds) => {
    const { status, body } = await send(damaged(formOf(parts), wounds), FORM_TYPE);
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
    assert.ok(ANSWERS.includes(status), `${status} ${body?.message}`);
    if (status === 400) assert.ok(body.errors.length > 0, body.message);
    assert.deepEqual((await holdings(service, cast.binderId)).arriving, []);
  });
  await fc.assert(property, { numRuns: RUNS });
  assert.ok((statuses.get(200) ?? 0) > 0 && (statuses.get(400) ?? 0) > 0, JSON.stringify([...statuses]));
});

test('[MSG-22] the type of a form may be written in capitals and with its boundary in quotes', async () => {
  const type = FORM_TYPE.replace('multipart/form-data', 'Multipart/Form-Data').replace(
    /boundary=(.*)/,
    'boundary="$1"',
  );
  const { status, body } = await send(formOf([payloadPart({ message: { text: 'Hello' } })]), type);
  assert.equal(status, 200, JSON.stringify(body));
});
