interface EventBase {
  session_id: string;
}
interface InBinder extends EventBase {
  binder_id: string;
}
interface Feed extends InBinder {
  message: string;
}

interface BinderEvents {
  publish_feed: Feed;
  receive_feed: Feed;
  view_binder_page: InBinder & { page_id: number };
  /** A handler replaces the module's action. */
  invite_member: InBinder;
  /** A handler replaces the module's action. */
  request_note: InBinder;
  /** The chat shows the button only if a handler exists. */
  request_meet: InBinder;
  /** A handler replaces the module's action. */
  request_view_binder: InBinder;
  /** A handler replaces the module's action. */
  request_view_member: InBinder & { user_id: string };
  /** The module shows the button only if a handler exists. */
  share: InBinder & { page_id: number };
  /** The user chose an item of `extension.menus`. */
  add_page: InBinder & { action: string };
  create_binder: InBinder;
  delete_binder: InBinder;
  leave_binder: InBinder;
  remove_binder_user: InBinder;
}

interface InMeet extends InBinder {
  session_key: string;
  /** The same as `session_key`. */
  meet_id: string;
}

interface ClipEvents {
  start_note: EventBase & { session_key: string };
  save_note: EventBase & { destination_binder_id: string; share_url: string; download_url: string };
  cancel_note: EventBase & { session_key?: string };
}

interface HomeEvents extends Omit<BinderEvents, 'request_view_binder'>, ClipEvents {
  /** Number of items in each section, emitted on each change. */
  home_counts: EventBase &
    Record<'approvals' | 'meets' | 'todos' | 'mentions' | 'saved' | 'requests', number>;
  view_binder: InBinder;
  /** A handler replaces the module's action. */
  request_view_binder: InBinder & {
    chat_id?: number;
    page_id?: number;
    todo_id?: number;
    transaction_id?: number;
  };
  /** A handler replaces the module's action. */
  request_join_meet: InMeet;
  request_create_binder: EventBase;
}

export interface ModuleEvents {
  Chat: BinderEvents & ClipEvents & { start_chat: InBinder };
  PageView: BinderEvents & ClipEvents & { start_page: InBinder };
  TodoView: BinderEvents & ClipEvents & { start_todo: InBinder };
  Timeline: Omit<BinderEvents, 'receive_feed'> &
    ClipEvents & {
      start_timeline: EventBase;
      request_create_binder: EventBase;
      view_binder: InBinder;
      receive_feed: Feed & { title: string };
    };
  Home: HomeEvents & { start_home: EventBase };
  Inbox: HomeEvents & { start_inbox: EventBase };
  Draw: {
    start_annotate: InBinder & { page_id: number };
    stop_annotate: InBinder & { share_url: string; download_url: string };
  };
  Clip: ClipEvents & { create_binder: InBinder };
  Meet: {
    start_meet: InMeet;
    /** The user rejoined after a reload, or joined a running meet that they had started. */
    resume_meet: InMeet;
    end_meet: InMeet;
    exit_meet: InMeet;
    save_meet: InMeet;
    invite_meet: InMeet;
  };
  MeetView: {
    start_meetview: InBinder;
    /** A handler replaces the module's action. */
    schedule_meet: InBinder;
    start_meet: InMeet;
    resume_meet: InMeet;
    end_meet: InMeet;
    exit_meet: InMeet;
    save_meet: InMeet;
  };
  Transaction: {
    answered: EventBase & { transaction_id: number; step_id: number; click_button_id: string };
  };
}

type Camel<Name extends string> = Name extends `${infer First}_${infer Rest}`
  ? `${Capitalize<First>}${Camel<Rest>}`
  : Capitalize<Name>;

/** Props for events: `onViewBinder` handles `view_binder`. */
export type EventProps<Events> = {
  [Name in keyof Events & string as `on${Camel<Name>}`]?: ((event: Events[Name]) => void) | undefined;
};
