import { type AddCheck, group } from '../check.ts';
import { data, done, holds, refused, same, status } from '../expect.ts';
import { NotApplicable } from '../failure.ts';
import type { Person } from '../people.ts';
import { createdTransaction, listing, transaction } from '../resources.ts';
import { type Room, type StepWish, stepFor, type Trial } from '../trial.ts';
import { pressing } from './transactions-pressing.ts';

const wish = (steps: unknown, more: object = {}) => ({ title: 'A workflow', content: '', steps, ...more });
const button = (more: object = {}) => ({ id: 'ok', text: 'OK', ...more });

/** Asserts that making a transaction of these steps is refused, and that none is made. */
async function notMade(t: Trial, room: Room, steps: unknown, field?: string, expected = 400): Promise<void> {
  refused(await t.owner.post(`${room.path}/transactions`, wish(steps)), expected, field);
}

const listed = async (person: Person, room: Room) =>
  data(await person.get(`${room.path}/transactions`), listing('transactions', transaction)).transactions;

export const transactions = group('transactions', (check) => {
  reading(check);
  making(check);
  pressing(check);
  changing(check);
});

function reading(check: AddCheck): void {
  check('TX-1', 'transactions are listed in the order of creation, and each is given alone', async (t) => {
    const room = await t.binder();
    const made = [await room.workflow([stepFor(t.viewer)]), await room.workflow([stepFor(t.editor)])];
    const list = await listed(t.viewer, room);
    same(
      list.map(({ id }) => id),
      made.map(({ id }) => id),
      'the transactions',
    );
    for (const [place, { path }] of made.entries())
      same(data(await t.viewer.get(path), transaction), list[place], 'the transaction alone');
  });

  check('TX-2 TX-3 TX-4 TX-5 TX-8', 'a transaction is read as it was made', async (t) => {
    const room = await t.binder();
    const action = { id: 'ok', text: 'OK ✓', payload: '{"a":1}', feed_msg: 'done', style: 'primary' };
    const body = wish([stepFor(t.viewer, { order_number: 7, actions: [action, button()].slice(0, 1) })], {
      title: 'Vertrag 📄',
      content: '[b]Bitte[/b]\nlesen',
    });
    const answer = await t.editor.post(`${room.path}/transactions`, body);
    const { transaction_id: id } = data(answer, createdTransaction);
    const { created_time: _, updated_time: __, steps, ...rest } = await room.transaction(id);
    same(
      rest,
      {
        id,
        title: 'Vertrag 📄',
        content: '[b]Bitte[/b]\nlesen',
        creator: { id: t.editor.id, name: t.editor.name },
        is_active: true,
      },
      'the transaction',
    );
    const [step] = steps;
    same([step?.order_number, step?.action_style, step?.actions], [7, 'button', [action]], 'the step');
    const { user_id, name, org_id, unique_id } = step?.assignee ?? {};
    same(
      [user_id, name, org_id, unique_id],
      [t.viewer.id, t.viewer.name, t.viewer.orgId, t.viewer.uniqueId],
      'the assignee',
    );
  });

  check('TX-4', 'what an action does not have is empty or missing', async (t) => {
    const room = await t.binder();
    const { id } = await room.workflow([stepFor(t.viewer, { actions: [button()] })]);
    const [step] = (await room.transaction(id)).steps;
    same(step?.actions, [{ id: 'ok', text: 'OK', payload: '', feed_msg: '' }], 'the actions');
  });
}

function making(check: AddCheck): void {
  check('TX-6', 'making answers the ids of the steps in the order sent', async (t) => {
    const room = await t.binder();
    const made = await room.workflow([3, 1, 2].map((order_number) => stepFor(t.viewer, { order_number })));
    const numbers = new Map(
      (await room.transaction(made.id)).steps.map((step) => [step.id, step.order_number]),
    );
    same(
      made.steps.map((id) => numbers.get(id)),
      [3, 1, 2],
      'the order numbers of the ids',
    );
  });

  check('TX-7', 'title and content are required texts of their lengths', async (t) => {
    const room = await t.binder();
    const steps = [stepFor(t.viewer)];
    const make = (body: object) =>
      t.owner.post(`${room.path}/transactions`, { title: 't', content: '', steps, ...body });
    for (const title of [undefined, null, '', 7, 'x'.repeat(1001)])
      refused(await make({ title }), 400, 'title');
    for (const content of [undefined, null, 7, 'x'.repeat(65_537)])
      refused(await make({ content }), 400, 'content');
    status(await make({ title: 'x'.repeat(1000), content: 'x'.repeat(65_536) }), 200);
    same((await listed(t.owner, room)).length, 1, 'the number of transactions');
  });

  check('TX-8', 'action_style is BUTTON in any case, and no other', async (t) => {
    const room = await t.binder();
    for (const action_style of ['BUTTON', 'button', 'Button'])
      await room.workflow([stepFor(t.viewer, { action_style })]);
    await notMade(t, room, [stepFor(t.viewer, { action_style: 'LINK' })], 'steps[0].action_style');
  });

  check('TX-9', 'an assignee is named by user_id, or by unique_id or email with org_id', async (t) => {
    const room = await t.binder();
    const { id: user_id, uniqueId: unique_id, orgId: org_id } = t.viewer;
    const identities = [{ user_id }, { unique_id, org_id }, { user_id, unique_id, org_id }];
    const made = await room.workflow(identities.map((assignee) => stepFor(t.viewer, { assignee })));
    for (const step of (await room.transaction(made.id)).steps)
      same(step.assignee.user_id, user_id, 'the assignee');
    const mixed = { user_id, unique_id: t.editor.uniqueId, org_id };
    await notMade(t, room, [stepFor(t.viewer, { assignee: mixed })], undefined, 412);
  });

  check('TX-9', 'an assignee is named by email with org_id', async (t) => {
    const known = t.credentials.users.find(({ email }) => email !== undefined);
    if (known?.email === undefined)
      throw new NotApplicable('no user of the credentials has an e-mail address');
    const room = await t.binder();
    const users = [{ user: { id: known.id } }];
    done(await t.owner.post(`${room.path}/inviteuser`, { users }));
    const assignee = { email: known.email, org_id: t.credentials.org_id };
    const { id } = await room.workflow([stepFor(t.viewer, { assignee })]);
    const [step] = (await room.transaction(id)).steps;
    same([step?.assignee.user_id, step?.assignee.email], [known.id, known.email], 'the assignee');
  });

  check('TX-10', 'an assignee without a name, or without the org of it, is 400', async (t) => {
    const room = await t.binder();
    const bad = [{}, { org_id: t.viewer.orgId }, { unique_id: t.viewer.uniqueId }, { email: 'a@b.example' }];
    for (const assignee of bad) await notMade(t, room, [stepFor(t.viewer, { assignee })]);
    await notMade(t, room, [{ actions: [button()] }], 'steps[0].assignee');
  });

  check('TX-11', 'making needs write access and 1 to 100 steps', async (t) => {
    const room = await t.binder();
    const steps = (count: number) =>
      Array.from({ length: count }, () => stepFor(t.viewer, { actions: [button()] }));
    for (const person of [t.viewer, t.colleague])
      refused(await person.post(`${room.path}/transactions`, wish(steps(1))), 403);
    await notMade(t, room, undefined, 'steps');
    await notMade(t, room, [], 'steps');
    await notMade(t, room, steps(101), 'steps');
    same((await room.workflow(steps(100))).steps.length, 100, 'the number of steps');
  });

  check('TX-12', 'an assignee who is no member is 412, and so is one who does not exist', async (t) => {
    const room = await t.binder();
    const at = 'steps[1].assignee';
    const cases: [object, string][] = [
      [{ user_id: t.colleague.id }, `${at}.user_id`],
      [{ user_id: `U${'0'.repeat(22)}` }, `${at}.user_id`],
      [{ unique_id: 'nobody', org_id: t.owner.orgId }, `${at}.unique_id`],
      [{ email: 'nobody@conformance.example', org_id: t.owner.orgId }, `${at}.email`],
    ];
    for (const [assignee, field] of cases)
      await notMade(t, room, [stepFor(t.viewer), stepFor(t.viewer, { assignee })], field, 412);
    same(await listed(t.owner, room), [], 'transactions after refused ones');
  });

  check('TX-13', 'a step has 1 to 20 actions whose ids are unique in it', async (t) => {
    const room = await t.binder();
    const buttons = (count: number) =>
      Array.from({ length: count }, (_, place) => button({ id: `b${place}` }));
    const bad: object[][] = [[], buttons(21), [button(), button()], [button({ id: '' })], [{ text: 'x' }]];
    for (const actions of bad) await notMade(t, room, [stepFor(t.viewer, { actions })]);
    const steps: StepWish[] = [
      stepFor(t.viewer, { actions: buttons(20) }),
      stepFor(t.viewer, { actions: buttons(1) }),
    ];
    same((await room.workflow(steps)).steps.length, 2, 'the number of steps');
  });

  check('TX-14', 'the feed message is taken under both names', async (t) => {
    const room = await t.binder();
    const names = [{ feed_msg: 'one' }, { feed_message: 'one' }, { feed_msg: 'one', feed_message: 'one' }];
    const made = await room.workflow(names.map((more) => stepFor(t.viewer, { actions: [button(more)] })));
    for (const { actions } of (await room.transaction(made.id)).steps)
      same(actions, [{ id: 'ok', text: 'OK', payload: '', feed_msg: 'one' }], 'the action');
    const both = button({ feed_msg: 'one', feed_message: 'two' });
    await notMade(t, room, [stepFor(t.viewer, { actions: [both] })]);
  });

  check('TX-15', 'steps are in the order of order_number, given for all or for none', async (t) => {
    const room = await t.binder();
    const ordered = await room.workflow(
      [20, 0, 20].map((order_number) => stepFor(t.viewer, { order_number })),
    );
    const [first, second, third] = ordered.steps;
    const { steps } = await room.transaction(ordered.id);
    same(
      steps.map(({ id }) => id),
      [second, first, third],
      'the steps in their order',
    );
    same(
      steps.map((step) => step.status),
      ['current', 'waiting', 'waiting'],
      'their status',
    );
    const plain = await room.workflow([stepFor(t.viewer), stepFor(t.viewer)]);
    const unnumbered = (await room.transaction(plain.id)).steps;
    same(
      unnumbered.map(({ id, status }) => [id, status]),
      [
        [plain.steps[0], 'current'],
        [plain.steps[1], 'waiting'],
      ],
      'the steps',
    );
    for (const order_number of [-1, 1_000_000_001])
      await notMade(t, room, [stepFor(t.viewer, { order_number })], 'steps[0].order_number');
    await notMade(t, room, [stepFor(t.viewer), stepFor(t.viewer, { order_number: 1 })]);
  });
}

function changing(check: AddCheck): void {
  check(
    'TX-25 TX-27',
    'title, is_active and display_status are changed, and what is left out stays',
    async (t) => {
      const room = await t.binder();
      const { id, path } = await room.workflow([stepFor(t.viewer)]);
      const told = async () => {
        const { title, is_active, display_status } = await room.transaction(id);
        return { title, is_active, display_status };
      };
      const display_status = { text: 'Waiting', style: 'WARNING' };
      done(await t.owner.post(path, { title: 'New title' }));
      done(await t.owner.post(path, { display_status }));
      same(await told(), { title: 'New title', is_active: true, display_status }, 'the transaction');
      done(await t.owner.post(path, { is_active: false }));
      same(await told(), { title: 'New title', is_active: false, display_status }, 'the transaction');
      refused(await t.owner.post(path, {}), 400);
      refused(await t.owner.post(path, { title: '' }), 400, 'title');
      refused(await t.owner.post(path, { is_active: 'no' }), 400, 'is_active');
    },
  );

  check('TX-26', 'display_status has one of four styles, and null takes it away', async (t) => {
    const room = await t.binder();
    const { id, path } = await room.workflow([stepFor(t.viewer)]);
    for (const style of ['SUCCESS', 'INFO', 'WARNING', 'DANGER']) {
      done(await t.owner.post(path, { display_status: { text: 'x', style } }));
      same((await room.transaction(id)).display_status, { text: 'x', style }, 'display_status');
    }
    for (const style of ['success', 'BLUE', '', 7])
      refused(
        await t.owner.post(path, { display_status: { text: 'x', style } }),
        400,
        'display_status.style',
      );
    done(await t.owner.post(path, { display_status: null }));
    holds(!('display_status' in (await room.transaction(id))), 'no display_status', 'one');
  });

  check(
    'TX-28',
    'a transaction is active when made, and can be made inactive and active again',
    async (t) => {
      const room = await t.binder();
      const { id, path } = await room.workflow([stepFor(t.viewer)]);
      same((await room.transaction(id)).is_active, true, 'is_active of a new transaction');
      for (const is_active of [false, true]) {
        done(await t.owner.post(path, { is_active }));
        same((await room.transaction(id)).is_active, is_active, 'is_active');
      }
    },
  );

  check('TX-29', 'the creator and the owner of the binder change and delete, nobody else', async (t) => {
    const room = await t.binder();
    const byOwner = await room.workflow([stepFor(t.viewer)]);
    const byEditor = await room.workflow([stepFor(t.viewer)], t.editor);
    for (const person of [t.editor, t.viewer, t.colleague]) {
      refused(await person.post(byOwner.path, { title: 'x' }), 403);
      refused(await person.delete(byOwner.path), 403);
    }
    done(await t.editor.post(byEditor.path, { title: 'x' }));
    done(await t.owner.post(byEditor.path, { title: 'y' }));
    done(await t.editor.delete(byEditor.path));
  });

  check(
    'TX-30 TX-31',
    'a deleted transaction is 404 in every call, and its making stays in the log',
    async (t) => {
      const room = await t.binder();
      const { id, path, steps } = await room.workflow([stepFor(t.viewer)]);
      const before = await room.entries();
      done(await t.owner.delete(path));
      refused(await t.owner.get(path), 404);
      refused(await t.owner.post(path, { title: 'x' }), 404);
      refused(await t.owner.delete(path), 404);
      refused(await t.viewer.post(`${path}/steps/${steps[0]}`, { click_button_id: 'approve' }), 404);
      holds(!(await listed(t.owner, room)).some((each) => each.id === id), 'a list without it', id);
      const after = await room.entries();
      same(after.slice(0, before.length), before, 'the log until then');
      holds(after.length > before.length, 'an entry that tells of the deletion', after.length);
    },
  );
}
