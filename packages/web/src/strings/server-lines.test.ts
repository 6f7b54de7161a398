import assert from 'node:assert/strict';
import { test, vi } from 'vitest';
import type { setLanguage } from './language.ts';
import { translateLine } from './server-lines.ts';

test('[APP-19] the name in a line of the server keeps its place', () => {
  const lines = [
    ['Meeting started: !שלום', 'Meeting started: \u2068!שלום\u2069'],
    ['Recording is ready: שלום: (3)', 'Recording is ready: \u2068שלום: (3)\u2069'],
    [
      'The assignee of the to-do “שלום!” was disabled. Assign it to another person.',
      'The assignee of the to-do “\u2068שלום!\u2069” was disabled. Assign it to another person.',
    ],
    ['Meeting started: Weekly', 'Meeting started: Weekly'],
    ['Rejected\n\nנ.ב. see page 2', 'Rejected\n\nנ.ב. see page 2'],
    ['12 steps are overdue.', '12 steps are overdue.'],
    ['', ''],
  ] as const;
  for (const [words, expected] of lines) assert.equal(translateLine(words), expected);
});

test('[LANG-32] one of several is found, whatever plural forms the shown language has', async () => {
  vi.resetModules();
  vi.stubGlobal('document', { documentElement: {} });
  const language: { setLanguage: typeof setLanguage } = await import('./language.ts');
  await language.setLanguage('ja');
  const late: { translateLine: typeof translateLine } = await import('./server-lines.ts');
  assert.notEqual(late.translateLine('A step is overdue.'), 'A step is overdue.');
  // Other test files share the language.
  await language.setLanguage('en');
  vi.unstubAllGlobals();
});

test('[TX-22] the line of an answered request names the person, and its title once', async () => {
  const user = { id: 'ben', name: 'Ben' };
  const onRequest = { user, reply_to: { transaction: { id: 1 } } };
  const lines = [
    ['Loan: 4711: Approve', 'Ben approved: Loan: 4711', 'Ben approved'],
    ['Loan: Sign\n\nAll good', 'Ben signed: Loan\n\nAll good', 'Ben signed\n\nAll good'],
    ['Decline', 'Ben declined', 'Ben declined'],
    ['Loan: Accept', 'Ben: Loan: Accept', 'Ben: Accept'],
    ['approved the loan', 'Ben: approved the loan', 'Ben: approved the loan'],
    ['Completed', 'Ben: Completed', 'Ben: Completed'],
    ['A step is overdue.', 'A step is overdue.', 'A step is overdue.'],
  ] as const;
  for (const [words, full, short] of lines) {
    assert.equal(translateLine(words, onRequest), full);
    assert.equal(translateLine(words, onRequest, 'Loan'), short);
  }
  const onMeeting = { user, reply_to: { meet: { session_key: '1' } } };
  assert.equal(translateLine('Meeting started: Approve', onMeeting), 'Meeting started: Approve');
  assert.equal(translateLine('Call declined: Weekly', onMeeting), 'Ben declined the call');
  assert.equal(translateLine('Call declined: Weekly'), 'Call declined: Weekly');
  assert.equal(translateLine('Approve', { user, reply_to: { todo: { id: 1 } } }), 'Approve');
});
