import assert from 'node:assert/strict';
import { makePdf } from '@ringbinder/page-renderer/testing';
import type { Cast, CreatedUser, TestService } from '@ringbinder/testkit';
import { uploaded } from '../../pages/testing/upload.ts';
import { stepFor } from '../../transactions/testing/workflow.ts';

export interface ReceiptFixture {
  cast: Cast;
  transactionId: number;
  file: string;
  request(id?: number, caller?: { token: string }, query?: string): Promise<Response>;
}

export async function createReceipt(service: TestService): Promise<ReceiptFixture> {
  const cast = await service.make.cast();
  const { owner, editor, binderId } = cast;
  const post = async (path: string, json: unknown, { token } = owner) => {
    const answer = await service.call('POST', `/${binderId}${path}`, { token, json });
    assert.equal(answer.status, 200, JSON.stringify(answer.body));
    return answer.body.data;
  };
  await uploaded(service, { binderId, owner }, makePdf({ pages: 2 }), 'Loan agreement <final> & signed.pdf');
  const title = 'Loan 4711  “Okafor” <b>&amp;</b>';
  const steps = [stepFor(owner), stepFor(editor)];
  const created = await post('/transactions', { title, content: 'Please read\r\nboth pages.', steps });
  const transactionId: number = created.transaction_id;
  const request = (id = transactionId, { token }: { token: string } = editor, query = '') =>
    fetch(`${service.base}/${binderId}/transactions/${id}/receipt${query}`, {
      headers: { authorization: `Bearer ${token}` },
    });
  const press = (index: number, who: CreatedUser) =>
    post(
      `/transactions/${transactionId}/steps/${created.steps[index].id}`,
      { click_button_id: 'approve' },
      who,
    );
  await press(0, owner);
  for (const text of ['Nobody’s business', 'Not yours either'])
    await post('/messages', { message: { text } });
  await post('/messages', {
    message: { text: 'Is page 2 right?' },
    reply_to: { transaction: { id: transactionId } },
  });
  assert.equal((await request()).status, 412);
  await press(1, editor);
  return { cast, transactionId, file: await (await request()).text(), request };
}
