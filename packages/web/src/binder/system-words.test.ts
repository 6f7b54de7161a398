import assert from 'node:assert/strict';
import { test } from 'vitest';
import { systemWords } from './system-words.ts';

test('[APP-19] the name in a line of the service keeps its place', () => {
  const lines = [
    ['Meeting started: !שלום', 'Meeting started: \u2068!שלום\u2069'],
    ['Recording is ready: שלום: (3)', 'Recording is ready: \u2068שלום: (3)\u2069'],
    [
      'An assignee of “שלום!” was disabled. Reassign the step.',
      'An assignee of “\u2068שלום!\u2069” was disabled. Reassign the step.',
    ],
    ['Meeting started: Weekly', 'Meeting started: Weekly'],
    ['The step was reassigned.', 'The step was reassigned.'],
    ['', ''],
  ] as const;
  for (const [words, expected] of lines) assert.equal(systemWords(words), expected);
});
