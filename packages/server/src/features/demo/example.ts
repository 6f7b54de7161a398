import type { Actor } from '../../access/index.ts';
import type { Environment } from '../../environment/environment.ts';
import type { Transaction } from '../../storage/database.ts';
import { createBinder } from '../binders/index.ts';
import { createPosting } from '../messages/index.ts';
import { createTodo } from '../todos/index.ts';
import { createTransaction } from '../transactions/index.ts';
import type { DemoUser } from './plan.ts';

const DAY_MS = 86_400_000;

interface Cast {
  partnerId: string;
  orgId: string;
  clientId: string;
  owner: DemoUser;
  colleagues: readonly [DemoUser, DemoUser];
}

export async function insertExample(env: Environment, tx: Transaction, cast: Cast): Promise<void> {
  const { owner, colleagues } = cast;
  const [first, second] = colleagues;
  const { partnerId, orgId, clientId } = cast;
  const actorOf = ({ id, role }: DemoUser): Actor => {
    const isAdmin = role === 'admin';
    const rights = { isBot: false, isOrgAdmin: isAdmin, isPartnerAdmin: isAdmin, mayWrite: true };
    return { userId: id, orgId, partnerId, clientId, ...rights };
  };
  const binderId = env.ids.next('binder');
  await createBinder(env, tx, actorOf(owner), {
    id: binderId,
    name: 'Loan 4711: Mendes bakery',
    description: 'An example of a binder at work.',
    conversation: false,
  });
  const at = env.clock.now();
  await addEditors(tx, binderId, colleagues, at);

  const post = createPosting(env);
  const postText = (who: DemoUser, text: string, mentions?: string[]) =>
    post(tx, actorOf(who), binderId, { text, mentions });
  const call = (who: DemoUser) => ({ env, db: tx, actor: actorOf(who), binderId });
  await postText(first, 'The valuation of the shop came in: 184,000. That covers the loan.');
  await postText(second, 'Good. I need the last two balance sheets before I can sign.');
  await postText(first, `@${owner.name}, could you have a look at the terms?`, [owner.id]);
  for (const [index, name] of [
    'Ask for the balance sheets',
    'Check the insurance',
    'Book the notary',
  ].entries())
    await createTodo(call(first), {
      name,
      due_time: at + (index + 1) * DAY_MS,
      ...(colleagues[index] ? { assignee_id: colleagues[index].id } : {}),
    });
  await createTransaction(call(first), {
    title: 'Approve the loan',
    content: '120,000 over ten years, secured by the shop.',
    steps: [owner, second].map((assignee) => ({
      assignee: { user_id: assignee.id },
      actions: [
        { id: 'approve', text: 'Approve', style: 'primary', feed_msg: 'approved the loan' },
        { id: 'reject', text: 'Reject', outcome: 'rejected', feed_msg: 'rejected the loan' },
      ],
    })),
  });
}

export async function addEditors(
  tx: Transaction,
  binderId: string,
  users: readonly DemoUser[],
  at: number,
): Promise<void> {
  await tx.query(
    `INSERT INTO binder_members (binder_id, user_id, role, created_at, updated_at)
     SELECT $1, id, 'editor', $3, $3 FROM unnest($2::text[]) AS users (id)`,
    [binderId, users.map(({ id }) => id), at],
  );
}
