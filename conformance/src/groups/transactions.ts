import assert from 'node:assert/strict';
import { checks } from '../check.ts';
import { data, listed, pluck } from '../expect.ts';
import { stepFor } from '../trial.ts';
import type { CreatedTransaction, Transaction } from '../types.ts';

const test = checks('transactions');

test('[TX-1] transactions are listed in the order of creation, and each is given alone', async (t) => {
  const fixture = await t.binder();
  const made = [await fixture.workflow([stepFor(t.viewer)]), await fixture.workflow([stepFor(t.editor)])];
  const list = listed<Transaction>(await t.viewer.get(`${fixture.path}/transactions`));
  assert.deepEqual(pluck(list, 'id'), pluck(made, 'id'));
  for (const [index, { path }] of made.entries())
    assert.deepEqual(data<Transaction>(await t.viewer.get(path)), list[index]);
});

test('[TX-2] [TX-3] [TX-4] [TX-5] [TX-8] a transaction is read as it was made', async (t) => {
  const fixture = await t.binder();
  const action = { id: 'ok', text: 'OK ✓', payload: '{"a":1}', feed_msg: 'done', style: 'primary' };
  const title = 'Vertrag 📄';
  const content = '[b]Bitte[/b]\nlesen';
  const wished = stepFor(t.viewer, { order_number: 7, actions: [action] });
  const body = { title, content, steps: [wished] };
  const answer = await t.editor.post(`${fixture.path}/transactions`, body);
  const { transaction_id: id, ...times } = data<CreatedTransaction>(answer);
  const { created_time, updated_time, steps, ...rest } = await fixture.transaction(id);
  const [step] = steps;
  assert.deepEqual(times, { created_time, updated_time, steps: [{ id: step?.id }] });
  assert.deepEqual(rest, {
    id,
    title,
    content,
    creator: { id: t.editor.id, name: t.editor.name },
    is_active: true,
  });
  for (const time of [updated_time, step?.created_time, step?.updated_time]) assert.equal(time, created_time);
  assert.deepEqual([step?.order_number, step?.action_style, step?.actions], [7, 'button', [action]]);
  const { user_id, name, org_id, unique_id } = step?.assignee ?? {};
  assert.deepEqual(
    [user_id, name, org_id, unique_id],
    [t.viewer.id, t.viewer.name, t.viewer.orgId, t.viewer.uniqueId],
  );
});

test('[TX-4] what an action does not have is empty or missing', async (t) => {
  const fixture = await t.binder();
  const { id } = await fixture.workflow([stepFor(t.viewer, { actions: [{ id: 'ok', text: 'OK' }] })]);
  const [step] = (await fixture.transaction(id)).steps;
  assert.deepEqual(step?.actions, [{ id: 'ok', text: 'OK', payload: '', feed_msg: '' }]);
});
