import assert from 'node:assert/strict';
import { test } from 'vitest';
import { unpooledBytes } from './unpooled-bytes.ts';

test('the bytes of a text, and no more memory than they take', () => {
  for (const text of ['', 'a', 'Ringbücher: 帳簿 🗂', 'ä'.repeat(50_000)]) {
    const bytes = unpooledBytes(text);
    assert.equal(bytes.toString(), text);
    assert.equal(bytes.buffer.byteLength, Buffer.byteLength(text));
  }
});
