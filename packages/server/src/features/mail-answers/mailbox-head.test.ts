import assert from 'node:assert/strict';
import { test } from 'vitest';
import { findRecipient, headLinesOf, isReport } from './mailbox-head.ts';
import { DOMAIN } from './testing/answers.ts';

const ADDRESS = `reply+p1-${'0'.repeat(32)}@${DOMAIN}`;

test('[ANSWER-14] the address is found in the headers of mail servers first, also in folded ones', () => {
  const other = ADDRESS.replace('p1', 'p2');
  const find = (head: string) =>
    findRecipient(headLinesOf(Buffer.from(`${head}\r\n\r\nTo: ${other}`)), DOMAIN);
  assert.equal(find(`To: x@test.example, "Answers" <${ADDRESS}>`), ADDRESS);
  assert.equal(find(`To: ${other}\r\nDelivered-To: ${ADDRESS}`), ADDRESS);
  assert.equal(find(`CC: a@test.example,\r\n\t<${ADDRESS}>\r\nSubject: x`), ADDRESS);
  assert.equal(find(`X-Original-To: ${ADDRESS}\nTo: ${other}`), ADDRESS);
  for (const head of ['', `Subject: ${ADDRESS}`, `To: ${ADDRESS}.evil.example`, `To: x${ADDRESS}`])
    assert.equal(find(head), '', head);
  assert.equal(isReport(headLinesOf(Buffer.from('Return-Path: <>\r\nTo: x\r\n'))), true);
  assert.equal(isReport(headLinesOf(Buffer.from('Return-Path: <a@b>\r\nTo: x\r\n'))), false);
});
