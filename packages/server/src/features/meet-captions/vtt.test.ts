import assert from 'node:assert/strict';
import { test } from 'vitest';
import { writeVtt } from './vtt.ts';

test('[STAGE-9] captions are WebVTT whatever was said, and nothing said ends a cue or begins a tag', () => {
  const cue = { name: 'Ada <b>', text: 'one\n\n00:00 --> 00:01 & two', started: 3_723_004, ended: 3_723_004 };
  assert.equal(
    writeVtt([cue]),
    'WEBVTT\n\n01:02:03.004 --> 01:02:03.005\n<v Ada &lt;b&gt;>one 00:00 --&gt; 00:01 &amp; two\n',
  );
  assert.equal(writeVtt([]), 'WEBVTT\n\n');
});
