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

/** The people of the demo. Ada is the admin and owns its binder, Ben and Cleo are members, Dora is of another org. */
export const personNames = ['ada', 'ben', 'cleo', 'dora'] as const;

/** One of the demo's people, or what Ada is there: `owner`. */
export type PersonName = (typeof personNames)[number] | 'owner';

/** One step of a workflow: who answers it, and by which buttons. */
export interface WorkflowStep {
  assignee: { id: string };
  /** The buttons: their ids, which are their texts as well unless these are given. */
  buttons: readonly (string | { id: string; text: string })[];
}

/** A workflow that was made. */
export interface Workflow {
  binderId: string;
  transactionId: number;
}

/** What signs a person in. */
export interface Credentials {
  baseUrl: string;
  clientId: string;
  clientSecret: string;
}

/** Somebody on the other side: what they do in the service. Every call throws RingbinderError when it is refused. */
export interface Person extends DemoUser {
  /** The typed client of the REST API, as this person. */
  client: RingbinderClient;
  /** An access token that counts; another one than `refused`. */
  token(refused?: string): Promise<string>;
  /** Makes a binder, with others as members. */
  makesBinder(name: string, members?: readonly { id: string }[]): Promise<string>;
  /** Adds somebody, or a bot, to a binder. */
  adds(binderId: string, member: { id: string }): Promise<void>;
  leaves(binderId: string): Promise<void>;
  /** Says something, and gives the id of the message. */
  says(binderId: string, text: string): Promise<number>;
  /** Answers a message. */
  answers(binderId: string, messageId: number, text: string): Promise<number>;
  uploads(binderId: string, file: File): Promise<UploadedFile>;
  /** Posts a file with some words. */
  sendsFile(binderId: string, file: File, text?: string): Promise<number>;
  /** Makes a workflow, whose steps run one after the other. */
  asks(binderId: string, title: string, steps: readonly WorkflowStep[]): Promise<Workflow>;
  /** Presses a button of the step that waits for this person. Throws when none does. */
  presses(workflow: Workflow, button: string): Promise<void>;
  addsTodo(
    binderId: string,
    name: string,
    more?: { due_time?: number; reminder_time?: number },
  ): Promise<number>;
  completes(binderId: string, todoId: number): Promise<void>;
}

/**
 * Makes a person of the demo able to act.
 * @param moves how often time has been moved: each time tokens may have expired
 */
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
      const found = await unwrap(api.GET('/{binder_id}/transactions/{transaction_id}', { params: { path } }));
      const step = found.steps.find(
        ({ status, assignee }) => status !== 'completed' && assignee.user_id === user.id,
      );
      if (!step) throw new Error(`no step of “${found.title}” waits for ${user.name}`);
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
