import type { Finding } from './doctor/finding.ts';

export type { Finding } from './doctor/finding.ts';

/** An error as callbacks get it, and as it is thrown where there is none. */
export interface ServiceErrorDetail {
  /** A name like `popup blocked`, or a number as of HTTP: 409 started elsewhere, 412 ended. */
  error_code: string | number;
  error_message: string;
}

/** What `Service.init` takes. */
export interface InitOptions {
  /** `production` or `sandbox`. */
  mode: string;
  client_id?: string;
  /**
   * These three lead people without a token to their identity provider, where they sign in by SAML: the partner's, or the
   * org's, and which one where there are several.
   */
  partner_id?: string;
  org_id?: string;
  idp_id?: string;
  /** The token of whoever looks at the page, for all calls that bring none. */
  access_token?: string | { access_token: string };
  /** `2.9.5` unless it is `latest`, which adds remote control to meets. */
  plugin_version?: string;
  /** 2 by default; 4 gives handles. */
  sdk_version?: string | number;
  /**
   * The token of a session no longer counts. What is returned, or promised, is the next one: its text, or the answer of the
   * token endpoint. Nothing, where `init` is called with it instead.
   */
  invalid_token?: (event: { session_id: string }) => unknown;
  error?: (error: ServiceErrorDetail) => void;
  /** Where the server is, like `https://collab.example.com`; known by itself when the script comes from there. */
  base_url?: string;
}

/** What `Service.setup` takes beside: it gets the token by itself. */
export interface SetupOptions extends Omit<InitOptions, 'access_token'> {
  uniqueid?: string;
  firstname?: string;
  lastname?: string;
  timestamp?: string | number;
  signature?: string;
  /** For a page that is tried on one's own machine: in a page that others open it is everybody's. */
  client_secret?: string;
  pictureurl?: string;
  orgid?: string;
  get_accesstoken?: (answer: { access_token: string; expires_in: number }) => void;
}

/** True or false, or as old pages write it. */
export type BooleanOption = boolean | 'true' | 'false' | 0 | 1;
/** Pixels, or like `800px` and `100%`. */
export type Size = number | string;

/** How a module looks. What is left out is taken from the custom properties `--service-accent` and so on, or is our own. */
export interface Theme {
  /** A colour of CSS; it is made darker or lighter where text would be hard to read. */
  accent?: string;
  /** Names of fonts of the system, as `font-family` has them. */
  font?: string;
  /** Of corners: pixels, or like `0.5rem`. */
  radius?: string | number;
  /** `auto` unless it is said: as the page is where the module stands. */
  scheme?: 'light' | 'dark' | 'auto';
}

/** What of the modules is shown in another way. */
export interface Extension {
  /** Our own dialogs, also where the page hears what they are for. */
  show_dialogs?: { member_invite?: BooleanOption; meet_invite?: BooleanOption };
  /** Whether binders in Timeline have a menu; they have unless it is false. */
  show_binder_options?: BooleanOption;
  /** Lines of the menu of what can be added to the pages; each tells `add_page`. */
  menus?: { add_page?: { menu_name: string; position?: number }[] }[];
  [name: string]: unknown;
}

/** A callback: each gets one event, whose fields depend on its name. */
export type Callback = (detail: Record<string, unknown>) => void;

/** What every call that shows something takes. Functions are callbacks by the names of their events. */
export interface CallOptions {
  /** In the page instead of a window of its own. */
  iframe?: BooleanOption;
  /** The element that gets the frame, or its id. */
  tagid4iframe?: string | Element;
  iframewidth?: Size;
  /** `auto` is as high as the content, where that has a height of its own: todoView, clip and transaction. */
  iframeheight?: Size;
  theme?: Theme;
  /** The direction of the text; that of the page where the module stands unless it is said. */
  dir?: 'ltr' | 'rtl';
  /**
   * In whose manner dates and numbers are written, like `de`, read when the module is shown; that of the person unless it
   * is said. Words are English whatever it is.
   */
  language?: string;
  border?: BooleanOption;
  scroll?: BooleanOption;
  /** Instead of that of `init`. */
  access_token?: string;
  binder_id?: string;
  /** For `transaction`: that of the link of a step, good once. */
  token?: string;
  /** Of one person or several, separated by commas. */
  unique_id?: string | number;
  email?: string;
  binder_name?: string;
  page_id?: string | number;
  todo_id?: string | number;
  chat_id?: string | number;
  file_id?: string;
  /** A part of the binder, like `tab_pages`; true: a tab of the browser in place of a window. */
  tab?: BooleanOption | string;
  /** Of Timeline: all, unread, direct, favourites, or category with its id or name in `filter_value`. */
  filter?: string;
  filter_value?: string | number;
  /** Names of categories, as a list or separated by commas. */
  tags_include?: string | string[];
  tags_exclude?: string | string[];
  /** Of Clip: the page that is recorded first, counted from 0. */
  page_index?: string | number;
  /** Of Clip: with the camera over what is recorded. */
  video?: BooleanOption;
  /** Begins here what is otherwise left to a page that hears `request_note`. */
  autostart_note?: BooleanOption;
  /** Begins and joins meets here, also where the page hears `request_meet` and `request_join_meet`. */
  autostart_meet?: BooleanOption;
  /** Asks the members of the binder to a meet that is begun. */
  invite_members?: BooleanOption;
  allowfullscreen?: BooleanOption;
  extension?: Extension;
  error?: (error: ServiceErrorDetail) => void;
  [name: string]: unknown;
}

/** A module that is shown: what calls promise from sdk_version 4 on. */
export interface Handle {
  /** Of the session under way; another one once a token was handed back. */
  readonly session_id: string;
  /** Settles when the module is drawn; rejects with what keeps it from that. */
  readonly ready: Promise<void>;
  /** Hears an event; gives the function that ends it. */
  on(name: string, listener: Callback): () => void;
  /** Changes options while it is shown: callbacks, the token, and what the module reads of its options. */
  update(options: CallOptions): void;
  /** Takes the module away. */
  close(): void;
}

/** What a call gives: a promise of a handle from sdk_version 4 on, and before that nothing. */
export type CallResult = Promise<Handle> | undefined;
/** A call that shows a module. */
export type ServiceCall = (options?: CallOptions) => CallResult;

/** `meet`, with what is called of it. */
export interface MeetCall extends ServiceCall {
  prepare: ServiceCall;
  startRecord: ServiceCall;
  pauseRecord: ServiceCall;
  changePresenter: ServiceCall;
  screenshare: ServiceCall;
  stopScreenshare: ServiceCall;
  endScreenshare: ServiceCall;
  leaveScreenshare: ServiceCall;
}

/** What the script defines. */
export interface Service {
  init(options: InitOptions, done?: () => void): void;
  setup(options: SetupOptions, done?: () => void): void;
  chat: ServiceCall;
  chatView: ServiceCall;
  pageView: ServiceCall;
  todoView: ServiceCall;
  meetView: ServiceCall;
  timeline: ServiceCall;
  timelineView: ServiceCall;
  meet: MeetCall;
  joinMeet: ServiceCall;
  endMeet: ServiceCall;
  leaveMeet: ServiceCall;
  note: ServiceCall;
  clip: ServiceCall;
  annotate: ServiceCall;
  draw: ServiceCall;
  /** One approval, by the token of its link; tells `answered {transaction_id, step_id, click_button_id}`. */
  transaction: ServiceCall;
  /**
   * Says something in a binder, as the person that a module is shown to: the one in an element, or else that of a session.
   */
  postMessage(
    tagid4iframe: string | Element | undefined,
    binder_id: string,
    session_id: string | undefined,
    text: string,
  ): void;
  /** Removes what was put into the element with this id; not Meet, not Clip, and no window. */
  removeWidget(tagid4iframe: string | Element): void;
  /** Forgets the token and takes every module away. */
  logout(): void;
  isBrowserSupported(): boolean;
  /** Looks at what keeps modules from this page, and says it in sentences, the worst first. Best called within a click. */
  doctor(): Promise<Finding[]>;
}
