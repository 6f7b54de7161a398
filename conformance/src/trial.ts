import type { Answer, Connection } from './connection.ts';
import type { Credentials } from './credentials.ts';
import { data, done, listed } from './expect.ts';
import { type Caller, callerWith, type People, type Person } from './people.ts';
import type {
  ChangedTodos,
  CreatedBinder,
  CreatedTransaction,
  Feed,
  Message,
  Page,
  PostedMessage,
  Todo,
  Transaction,
  UploadedFile,
} from './types.ts';

export interface Cast {
  owner: Person;
  editor: Person;
  viewer: Person;
  /** In the org of the binder, but not a member of the binder. */
  sameOrg: Person;
  /** In another org of the same partner. */
  outsider: Person;
}

export interface BinderFixture {
  id: string;
  path: string;
  postText(text: string, as?: Caller): Promise<number>;
  messages(query?: string): Promise<Message[]>;
  upload(bytes: Buffer | string, name: string): Promise<string>;
  pages(query?: string, as?: Caller): Promise<Page[]>;
  note(text?: string): Promise<Page>;
  workflow(steps: StepInput[], as?: Caller): Promise<{ id: number; steps: number[]; path: string }>;
  transactions(): Promise<Transaction[]>;
  transaction(id: number): Promise<Transaction>;
  todo(name: string, more?: object): Promise<number>;
  todos(): Promise<Todo[]>;
  entries(after?: number): Promise<Feed['entries']>;
  seq(): Promise<number>;
}

export interface StepInput {
  assignee?: object;
  assignees?: object[];
  required?: number;
  order_number?: number;
  action_style?: string;
  fields?: object[];
  pages?: number[];
  file_requests?: object[];
  signatures?: object[];
  actions: object[];
  not_creator?: boolean;
  distinct_from?: number[];
}

/** Only the button `approve` posts to the chat. */
export function stepFor(person: { id: string }, more: Partial<StepInput> = {}): StepInput {
  const actions = [
    { id: 'approve', text: 'Approve', payload: 'yes', feed_msg: 'approved' },
    { id: 'decline', text: 'Decline' },
  ];
  return { assignee: { user_id: person.id }, actions, ...more };
}

export interface Trial extends Cast {
  connection: Connection;
  people: People;
  credentials: Credentials;
  /** Undefined if the credentials contain only one environment. */
  other: { connection: Connection; people: People; credentials: Credentials } | undefined;
  refreshToken: string | undefined;
  nobody: Caller;
  answers: readonly Answer[];
  after(undo: () => unknown): void;
  /**
   * Creates a binder, and deletes it after the check. If `members` is true, adds the editor and the viewer.
   * Default: whether `owner` is the group's owner.
   */
  binder(owner?: Person, members?: boolean): Promise<BinderFixture>;
}

/** The caller must delete the binder. */
export async function openBinderFixture(
  owner: Person,
  members: { editor: Person; viewer: Person } | undefined,
): Promise<BinderFixture> {
  const name = `Conformance ${new Date().toISOString()}`;
  const { id } = data<CreatedBinder>(await owner.post('/me/binders', { name }));
  const path = `/${id}`;
  if (members) {
    const users = [
      { user: { id: members.editor.id } },
      { user: { id: members.viewer.id }, type: 'BOARD_READ_ONLY' },
    ];
    done(await owner.post(`${path}/inviteuser`, { users }));
  }
  return binderFixtureOf(path, owner);
}

function binderFixtureOf(path: string, owner: Person): BinderFixture {
  const pages: BinderFixture['pages'] = async (query = '', as = owner) =>
    listed<Page>(await as.get(`${path}/pages${query}`));
  const upload: BinderFixture['upload'] = async (bytes, name) =>
    data<UploadedFile>(await owner.upload(`${path}/pageupload`, bytes, name)).file_id;
  const readFeed = async (after = 0) => data<Feed>(await owner.get(`${path}/feed?after=${after}`));
  return {
    id: path.slice(1),
    path,
    upload,
    pages,
    async postText(text, as = owner) {
      return data<PostedMessage>(await as.post(`${path}/messages`, { message: { text } })).binder_comment_id;
    },
    messages: async (query = '') => listed<Message>(await owner.get(`${path}/messages${query}`)),
    async note(text = 'A note.') {
      const [createdTransaction] = await pages(`?file_id=${await upload(text, 'note.txt')}`);
      if (!createdTransaction) throw new Error('the uploaded text file has no page');
      return createdTransaction;
    },
    async workflow(steps, as = owner) {
      const input = { title: 'A workflow', content: 'Please confirm.', steps };
      const createdTransaction = data<CreatedTransaction>(await as.post(`${path}/transactions`, input));
      const id = createdTransaction.transaction_id;
      return {
        id,
        steps: createdTransaction.steps.map((step) => step.id),
        path: `${path}/transactions/${id}`,
      };
    },
    transactions: async () => listed<Transaction>(await owner.get(`${path}/transactions`)),
    transaction: async (id) => data<Transaction>(await owner.get(`${path}/transactions/${id}`)),
    async todo(name, more = {}) {
      const [createdTransaction] = data<ChangedTodos>(
        await owner.post(`${path}/todos`, { name, ...more }),
      ).todos;
      if (!createdTransaction) throw new Error('creating a to-do returned none');
      return createdTransaction.id;
    },
    todos: async () => listed<Todo>(await owner.get(`${path}/todos`)),
    entries: async (after = 0) => (await readFeed(after)).entries,
    seq: async () => (await readFeed()).seq,
  };
}

export function anonymousCaller(connection: Connection): Caller {
  return callerWith(connection, undefined);
}
