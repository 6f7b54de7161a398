import assert from 'node:assert/strict';
import { test } from 'vitest';
import { findRecipients, headLinesOf, isReport } from './mailbox-head.ts';
import { DOMAIN } from './testing/answers.ts';

const ADDRESS = `reply+p1-${'0'.repeat(32)}@${DOMAIN}`;

test('[ANSWER-14] addresses are found in the headers of mail servers first, also in folded ones, and each once', () => {
  const other = ADDRESS.replace('p1', 'p2');
  const find = (head: string) =>
    findRecipients(headLinesOf(Buffer.from(`${head}\r\n\r\nTo: ${other}`)), DOMAIN);
  assert.deepEqual(find(`To: x@test.example, "Answers" <${ADDRESS}>`), [ADDRESS]);
  assert.deepEqual(find(`To: ${other}\r\nDelivered-To: ${ADDRESS}`), [ADDRESS, other]);
  assert.deepEqual(find(`CC: a@test.example,\r\n\t<${ADDRESS}>\r\nSubject: x`), [ADDRESS]);
  assert.deepEqual(find(`X-Original-To: ${ADDRESS}\nTo: ${other}, ${ADDRESS.toUpperCase()}`), [
    ADDRESS,
    other,
  ]);
  for (const head of ['', `Subject: ${ADDRESS}`, `To: ${ADDRESS}.evil.example`, `To: x${ADDRESS}`])
    assert.deepEqual(find(head), [], head);
  assert.equal(isReport(headLinesOf(Buffer.from('Return-Path: <>\r\nTo: x\r\n'))), true);
  assert.equal(isReport(headLinesOf(Buffer.from('Return-Path: <a@b>\r\nTo: x\r\n'))), false);
});
