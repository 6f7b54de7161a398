import { type Answer, type Cast, type CreatedUser, fileForm, type TestService } from '@ringbinder/testkit';
import type { Random } from '../random.ts';

interface Step {
  transaction: number;
  step: number;
  assignee: CreatedUser;
}

/** Other operations may already have deleted these objects. */
interface Known {
  messages: { id: number; author: CreatedUser }[];
  pages: number[];
  comments: { page: number; id: number; author: CreatedUser }[];
  annotations: { page: number; uuid: string }[];
  steps: Step[];
  transactions: number[];
  todos: number[];
  meets: string[];
  invited: string[];
}

/** The editor remains a member, so that most requests succeed. */
export function createOperations(
  { call }: TestService,
  { binderId, owner, editor, viewer, sameOrg }: Cast,
  otherBinderId: string,
  random: Random,
) {
  const objects: Known = {
    messages: [],
    pages: [],
    comments: [],
    annotations: [],
    steps: [],
    transactions: [],
    todos: [],
    meets: [],
    invited: [],
  };
  let names = 0;
  const name = () => `n${++names}`;
  const pick = <T>(from: readonly T[]): T | undefined => from[random(Math.max(from.length, 1))];
  const take = <T>(from: T[]): T | undefined => from.splice(random(Math.max(from.length, 1)), 1)[0];
  const emoji = () => ['👍', '❤', '🎉'][random(3)] ?? '';
  const author = () => (random(2) === 0 ? owner : editor);
  const inBinder = (
    method: 'GET' | 'POST' | 'DELETE',
    path: string,
    { token }: CreatedUser,
    json?: unknown,
  ) => call(method, `/${binderId}${path}`, { token, ...(json === undefined ? {} : { json }) });

  const transfer = (path: string, { from, to, page }: { from: string; to: string; page: number }) =>
    call('POST', `/${to}/${path}`, {
      token: owner.token,
      json: { source_id: from, pages: [{ id: page }] },
    });

  const operations: (() => Promise<Answer | undefined>)[] = [
    async function post() {
      const by = author();
      const answer = await inBinder('POST', '/messages', by, { message: { text: name() } });
      if (answer.status === 200)
        objects.messages.push({ id: answer.body.data.binder_comment_id, author: by });
      return answer;
    },
    async function edit() {
      const message = pick(objects.messages);
      return (
        message && inBinder('POST', `/messages/${message.id}`, message.author, { message: { text: name() } })
      );
    },
    async function deleteMessage() {
      const message = take(objects.messages);
      return message && inBinder('DELETE', `/messages/${message.id}`, message.author);
    },
    async function react() {
      const message = pick(objects.messages);
      return message && inBinder('POST', `/messages/${message.id}/reactions`, author(), { emoji: emoji() });
    },
    async function unreact() {
      const message = pick(objects.messages);
      const path = message && `/messages/${message.id}/reactions/${encodeURIComponent(emoji())}`;
      return path && inBinder('DELETE', path, author());
    },
    async function pin() {
      const message = pick(objects.messages);
      const method = random(3) === 0 ? 'DELETE' : 'POST';
      return message && inBinder(method, `/messages/${message.id}/pin`, author());
    },
    async function createPage() {
      const answer = await inBinder('POST', '/pages', author(), { type: 'whiteboard', name: name() });
      if (answer.status === 200) objects.pages.push(answer.body.data.page_id);
      return answer;
    },
    async function upload() {
      const { token } = author();
      const body = fileForm(`text ${name()}`, `${name()}.txt`);
      return call('POST', `/${binderId}/pageupload`, { token, body });
    },
    async function movePage() {
      const page = pick(objects.pages);
      return page && inBinder('POST', `/pages/${page}`, author(), { page_number: 1 + random(400) / 8 });
    },
    async function renamePage() {
      const page = pick(objects.pages);
      return page && inBinder('POST', `/pages/${page}`, author(), { name: name() });
    },
    async function deletePage() {
      const page = random(2) === 0 ? undefined : take(objects.pages);
      return page && inBinder('DELETE', `/pages/${page}`, author());
    },
    async function moveToOtherBinder() {
      const page = random(2) === 0 ? take(objects.pages) : undefined;
      return page && transfer('movepages', { from: binderId, to: otherBinderId, page });
    },
    async function moveBack() {
      const { token } = owner;
      const elsewhere = await call('GET', `/${otherBinderId}/pages?limit=1`, { token });
      const [page] = elsewhere.body.data.pages as { id: number }[];
      return page && transfer('movepages', { from: otherBinderId, to: binderId, page: page.id });
    },
    async function copyPage() {
      const page = random(2) === 0 ? pick(objects.pages) : undefined;
      return page && transfer('copypages', { from: binderId, to: binderId, page });
    },
    async function annotate() {
      const page = pick(objects.pages);
      if (page === undefined) return undefined;
      const annotation = { client_uuid: `a${random(4)}`, svg_tag: `<path d="M0 0L${random(900)} 9"/>` };
      const answer = await inBinder('POST', `/pages/${page}/annotations`, author(), annotation);
      if (answer.status === 200) objects.annotations.push({ page, uuid: annotation.client_uuid });
      return answer;
    },
    async function erase() {
      const annotation = take(objects.annotations);
      return (
        annotation && inBinder('DELETE', `/pages/${annotation.page}/annotations/${annotation.uuid}`, author())
      );
    },
    async function comment() {
      const page = pick(objects.pages);
      if (page === undefined) return undefined;
      const by = author();
      const position = random(2) === 0 ? {} : { is_position_comment: true, x: random(99), y: 2.5 };
      const answer = await inBinder('POST', `/pages/${page}/comments`, by, { text: name(), ...position });
      if (answer.status === 200) objects.comments.push({ page, id: answer.body.data.comment_id, author: by });
      return answer;
    },
    async function deleteComment() {
      const comment = random(2) === 0 ? take(objects.comments) : undefined;
      return comment && inBinder('DELETE', `/pages/${comment.page}/comments/${comment.id}`, comment.author);
    },
    async function createTransaction() {
      const assignees = [author(), random(2) === 0 ? viewer : author()];
      const steps = assignees.map(({ id }) => ({
        assignee: { user_id: id },
        actions: [
          { id: 'yes', text: 'Yes', ...(random(2) === 0 ? { feed_msg: `pressed ${name()}` } : {}) },
          { id: 'no', text: 'No', outcome: 'rejected' },
        ],
      }));
      const answer = await inBinder('POST', '/transactions', owner, { title: name(), content: '', steps });
      if (answer.status !== 200) return answer;
      const { transaction_id: transaction, steps: createdSteps } = answer.body.data;
      objects.transactions.push(transaction);
      for (const [index, assignee] of assignees.entries())
        objects.steps.push({ transaction, step: createdSteps[index].id, assignee });
      return answer;
    },
    async function press() {
      const step = pick(objects.steps);
      if (!step) return undefined;
      const path = `/transactions/${step.transaction}/steps/${step.step}`;
      return inBinder('POST', path, step.assignee, { click_button_id: random(5) === 0 ? 'no' : 'yes' });
    },
    async function changeTransaction() {
      const id = pick(objects.transactions);
      if (id === undefined) return undefined;
      if (random(8) === 0) return inBinder('DELETE', `/transactions/${id}`, owner);
      return inBinder('POST', `/transactions/${id}`, owner, { title: name() });
    },
    async function createTodo() {
      const answer = await inBinder('POST', '/todos', author(), { name: name(), assignee_id: viewer.id });
      if (answer.status === 200) objects.todos.push(answer.body.data.todos[0].id);
      return answer;
    },
    async function changeTodo() {
      const id = pick(objects.todos);
      if (id === undefined) return undefined;
      const changes = [
        { completed: random(2) === 0 },
        { after_id: pick(objects.todos) ?? 0 },
        { after_id: 0, name: name() },
        { fieldsToNull: 'assignee_id' },
      ];
      return inBinder('POST', `/todos/${id}`, author(), pick(changes));
    },
    async function deleteTodo() {
      const id = random(2) === 0 ? take(objects.todos) : undefined;
      return id && inBinder('DELETE', `/todos/${id}`, author());
    },
    async function scheduleMeet() {
      const start_time = Date.now() + 3_600_000;
      const times = { start_time, end_time: start_time + 1_800_000 };
      const json = { name: name(), binder_id: binderId, ...times };
      const answer =
        random(3) === 0
          ? await inBinder('POST', '/meets', author(), { name: name() })
          : await call('POST', '/meets/schedule', { token: author().token, json });
      if (answer.status === 200) objects.meets.push(answer.body.data.session_key);
      return answer;
    },
    async function changeMeet() {
      const key = random(2) === 0 ? take(objects.meets) : pick(objects.meets);
      if (key === undefined) return undefined;
      const { token } = owner;
      if (random(3) === 0) return call('POST', `/meets/${key}`, { token, json: { name: name() } });
      const cancelled = await call('DELETE', `/meets/${key}`, { token });
      return cancelled.status === 412 ? call('POST', `/meets/${key}/end`, { token }) : cancelled;
    },
    async function addMember() {
      return inBinder('POST', '/inviteuser', owner, { users: [{ user: { id: sameOrg.id } }] });
    },
    async function removeMember() {
      return random(2) === 0
        ? inBinder('POST', '/removeuser', owner, { id: sameOrg.id })
        : inBinder('POST', `/users/${sameOrg.id}`, owner, { type: 'BOARD_READ_ONLY' });
    },
    async function invite() {
      if (objects.invited.length > 5) return undefined;
      const email = `${name()}@example.org`;
      objects.invited.push(email);
      return inBinder('POST', '/inviteuser', owner, { users: [{ user: { email } }] });
    },
    async function takeInvitationBack() {
      const email = take(objects.invited);
      return email && inBinder('POST', '/removeuser', owner, { email });
    },
    async function renameBinder() {
      return inBinder('POST', '', owner, random(2) === 0 ? { name: name() } : { description: name() });
    },
  ].map((operation) => async () => (await operation()) || undefined);

  return (): Promise<Answer | undefined> => {
    const operation = random(4) === 0 ? operations[random(3)] : pick(operations);
    return operation?.() ?? Promise.resolve(undefined);
  };
}
