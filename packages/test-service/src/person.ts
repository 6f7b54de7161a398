import {
  createClient,
  getToken,
  type MessageToSend,
  postWithFile,
  type RingbinderClient,
  tokenSource,
  type UploadedFile,
  unwrap,
  uploadFile,
} from '@ringbinder/client';
import type { DemoUser } from './demo.ts';

/** Ada owns the binders and is an admin. Ben and Cleo are members. Dora is in another org. */
export const personNames = ['ada', 'ben', 'cleo', 'dora'] as const;

export type PersonName = (typeof personNames)[number] | 'owner';

export interface WorkflowStep {
  assignee: { id: string };
  /** A button without a text shows its id. */
  buttons: readonly (string | { id: string; text: string })[];
}

export interface Workflow {
  binderId: string;
  transactionId: number;
}

export interface Credentials {
  baseUrl: string;
  clientId: string;
  clientSecret: string;
}

/** A user of the demo. Methods reject with RingbinderError. */
export interface Person extends DemoUser {
  client: RingbinderClient;
  /** Resolves with a valid token other than `refused`. */
  token(refused?: string): Promise<string>;
  makesBinder(name: string, members?: readonly { id: string }[]): Promise<string>;
  adds(binderId: string, member: { id: string }): Promise<void>;
  leaves(binderId: string): Promise<void>;
  /** Resolves with the message's id. */
  says(binderId: string, text: string): Promise<number>;
  answers(binderId: string, messageId: number, text: string): Promise<number>;
  uploads(binderId: string, file: File): Promise<UploadedFile>;
  sendsFile(binderId: string, file: File, text?: string): Promise<number>;
  /** Starts an approval. Its steps run one after another. */
  asks(binderId: string, title: string, steps: readonly WorkflowStep[]): Promise<Workflow>;
  /** Presses a button of this person's current step. Rejects if there is none. */
  presses(workflow: Workflow, button: string): Promise<void>;
  addsTodo(
    binderId: string,
    name: string,
    more?: { due_time?: number; reminder_time?: number },
  ): Promise<number>;
  completes(binderId: string, todoId: number): Promise<void>;
}

/** @param moves returns how often the clock has moved, because a token may then have expired */
export function createPerson(user: DemoUser, credentials: Credentials, moves: () => number): Person {
  const { baseUrl, clientId, clientSecret } = credentials;
  const newSource = () =>
    tokenSource(() =>
      getToken(baseUrl, { clientId, clientSecret, uniqueId: user.unique_id, orgId: user.org_id }),
    );
  let current = { source: newSource(), moves: moves() };
  const token = (refused?: string) => {
    if (current.moves !== moves()) current = { source: newSource(), moves: moves() };
    return current.source(refused);
  };
  const client = createClient({ baseUrl, token });
  const { api } = client;
  const at = (binder_id: string) => ({ params: { path: { binder_id } } });
  const userOf = ({ id }: { id: string }) => ({ user: { id } });

  async function post(binder_id: string, body: MessageToSend): Promise<number> {
    const posted = await unwrap(api.POST('/{binder_id}/messages', { ...at(binder_id), body }));
    return posted.binder_comment_id ?? Number.NaN;
  }

  const person: Person = {
    ...user,
    client,
    token,
    async makesBinder(name, members = []) {
      const path = { user_id: 'me' };
      const { id } = await unwrap(api.POST('/{user_id}/binders', { params: { path }, body: { name } }));
      for (const member of members) await person.adds(id, member);
      return id;
    },
    async adds(binderId, member) {
      const body = { users: [userOf(member)] };
      await unwrap(api.POST('/{binder_id}/addorguser', { ...at(binderId), body }));
    },
    async leaves(binderId) {
      const body = { users: [userOf(user)] };
      await unwrap(api.POST('/{binder_id}/removeuser', { ...at(binderId), body }));
    },
    async says(binderId, text) {
      const body = { message: { text } };
      return post(binderId, body);
    },
    async answers(binderId, messageId, text) {
      const body = { message: { text }, reply_to: { binder: { comment_id: messageId } } };
      return post(binderId, body);
    },
    uploads: (binderId, file) => uploadFile(client, binderId, file),
    async sendsFile(binderId, file, text = '') {
      const body = { message: { text } };
      return (await postWithFile(client, binderId, { body, file })).binder_comment_id;
    },
    async asks(binderId, title, steps) {
      const body = { title, content: '', steps: steps.map(stepOf) };
      const { transaction_id } = await unwrap(
        api.POST('/{binder_id}/transactions', { ...at(binderId), body }),
      );
      return { binderId, transactionId: transaction_id };
    },
    async presses({ binderId, transactionId }, button) {
      const path = { binder_id: binderId, transaction_id: transactionId };
      const transaction = await unwrap(
        api.GET('/{binder_id}/transactions/{transaction_id}', { params: { path } }),
      );
      const step = transaction.steps.find(
        ({ status, assignee }) => status !== 'completed' && assignee.user_id === user.id,
      );
      if (!step) throw new Error(`no step of “${transaction.title}” waits for ${user.name}`);
      const params = { path: { ...path, step_id: step.id } };
      const pressing = api.POST('/{binder_id}/transactions/{transaction_id}/steps/{step_id}', {
        params,
        body: { click_button_id: button },
      });
      await unwrap(pressing);
    },
    async addsTodo(binderId, name, more = {}) {
      const body = { name, ...more };
      const { todos } = await unwrap(api.POST('/{binder_id}/todos', { ...at(binderId), body }));
      return todos[0]?.id ?? Number.NaN;
    },
    async completes(binderId, todoId) {
      const params = { path: { binder_id: binderId, todo_id: todoId } };
      await unwrap(api.POST('/{binder_id}/todos/{todo_id}', { params, body: { completed: true } }));
    },
  };
  return person;
}

function stepOf({ assignee, buttons }: WorkflowStep) {
  const actions = buttons.map((button) =>
    typeof button === 'string' ? { id: button, text: button } : button,
  );
  return { assignee: { user_id: assignee.id }, actions };
}
