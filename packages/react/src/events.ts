/** What modules tell, and the props that hear of it. */

interface Told {
  session_id: string;
}
interface InBinder extends Told {
  binder_id: string;
}
interface Feed extends InBinder {
  message: string;
}

/** The parts of a binder that can be opened in Chat, PageView, TodoView and Timeline tell these. */
interface BinderEvents {
  publish_feed: Feed;
  receive_feed: Feed;
  view_binder_page: InBinder & { page_id: number };
  /** Somebody wants to add people. Heard, it is left to you. */
  invite_member: InBinder;
  /** Somebody wants to record. Heard, it is left to you. */
  request_note: InBinder;
  /** Somebody wants to meet. It is offered in the chat where it is heard. */
  request_meet: InBinder;
  /** Somebody wants to go to another binder. Heard, it is left to you. */
  request_view_binder: InBinder;
  /** Somebody wants to see who a person is. Heard, it is left to you. */
  request_view_member: InBinder & { user_id: string };
  /** Somebody wants to share a page. It is offered where it is heard. */
  share: InBinder & { page_id: number };
  /** A line of `extension.menus` was chosen. */
  add_page: InBinder & { action: string };
  create_binder: InBinder;
  delete_binder: InBinder;
  leave_binder: InBinder;
  remove_binder_user: InBinder;
}

interface InMeet extends InBinder {
  session_key: string;
  /** The same. */
  meet_id: string;
}

interface ClipEvents {
  start_note: Told & { session_key: string };
  save_note: Told & { destination_binder_id: string; share_url: string; download_url: string };
  cancel_note: Told & { session_key?: string };
}

/** By the names that the modules tell them by; those of one module, by its component. */
export interface ModuleEvents {
  Chat: BinderEvents & ClipEvents & { start_chat: InBinder };
  PageView: BinderEvents & ClipEvents & { start_page: InBinder };
  TodoView: BinderEvents & ClipEvents & { start_todo: InBinder };
  Timeline: Omit<BinderEvents, 'receive_feed'> &
    ClipEvents & {
      start_timeline: Told;
      request_create_binder: Told;
      view_binder: InBinder;
      receive_feed: Feed & { title: string };
    };
  Draw: {
    start_annotate: InBinder & { page_id: number };
    stop_annotate: InBinder & { share_url: string; download_url: string };
  };
  Clip: ClipEvents & { create_binder: InBinder };
  Meet: {
    start_meet: InMeet;
    /** After a reload, or of one's own meet that ran already. */
    resume_meet: InMeet;
    end_meet: InMeet;
    exit_meet: InMeet;
    save_meet: InMeet;
    invite_meet: InMeet;
  };
  MeetView: {
    start_meetview: InBinder;
    /** Somebody wants to plan a meet; where it is heard, the page does it. */
    schedule_meet: InBinder;
    start_meet: InMeet;
    resume_meet: InMeet;
    end_meet: InMeet;
    exit_meet: InMeet;
    save_meet: InMeet;
  };
  Transaction: {
    answered: Told & { transaction_id: number; step_id: number; click_button_id: string };
  };
}

type Camel<Name extends string> = Name extends `${infer First}_${infer Rest}`
  ? `${Capitalize<First>}${Camel<Rest>}`
  : Capitalize<Name>;

/** `view_binder` is heard by `onViewBinder`. */
export type EventProps<Events> = {
  [Name in keyof Events & string as `on${Camel<Name>}`]?: ((event: Events[Name]) => void) | undefined;
};
