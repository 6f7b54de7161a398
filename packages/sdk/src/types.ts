import type { Finding } from './doctor/finding.ts';

export type { Finding } from './doctor/finding.ts';

/** Passed to an `error` callback. Without a callback, the call throws it. */
export interface ServiceErrorDetail {
  /**
   * A name such as `popup blocked`, or a number like an HTTP status. 409: the meet was started elsewhere.
   * 412: the meet has ended.
   */
  error_code: string | number;
  error_message: string;
}

export interface InitOptions {
  /** Environment: `production` or `sandbox`. */
  mode: string;
  client_id?: string;
  /**
   * Selects the identity provider (SAML) of users without a token: the partner's or the org's. If there are
   * several, pass `idp_id`.
   */
  partner_id?: string;
  org_id?: string;
  idp_id?: string;
  /** The user's token. Calls may pass their own instead. */
  access_token?: string | { access_token: string };
  /** Default: `2.9.5`. `latest` adds remote control. */
  plugin_version?: string;
  /** Default: 2. From 4 on, calls return promises of handles. */
  sdk_version?: string | number;
  /**
   * Called when a token has expired or was revoked. Return the next token (a string, or the token endpoint's
   * response) or a promise of it. Or return nothing, and call `init` with the next token.
   */
  invalid_token?: (event: { session_id: string }) => unknown;
  error?: (error: ServiceErrorDetail) => void;
  /** The server's origin, such as `https://collab.example.com`. Default: the script's origin. */
  base_url?: string;
}

export interface SetupOptions extends Omit<InitOptions, 'access_token'> {
  uniqueid?: string;
  firstname?: string;
  lastname?: string;
  timestamp?: string | number;
  signature?: string;
  /** For development only, because a published page would expose it. */
  client_secret?: string;
  pictureurl?: string;
  orgid?: string;
  get_accesstoken?: (answer: { access_token: string; expires_in: number }) => void;
}

/** Includes values that older pages pass. */
export type BooleanOption = boolean | 'true' | 'false' | 0 | 1;
/** Pixels, or a CSS length such as `800px` or `100%`. */
export type Size = number | string;

/** A translucent colour is blended with the surface. */
export interface ThemeColours {
  /** A CSS colour, adjusted where text would be hard to read. */
  accent?: string;
  /** A CSS colour behind lists and columns. The text on it becomes light or dark for contrast. */
  background?: string;
  /** A CSS colour of cards, panels and fields. The text on it becomes light or dark for contrast. */
  surface?: string;
  /** A CSS colour of lines. The borders of fields are adjusted where they would be hard to see. */
  border?: string;
}

/** Missing parts come from custom properties such as `--service-accent`, or have defaults. */
export interface Theme extends ThemeColours {
  /** Colours of a light module, instead of the theme's. */
  light?: ThemeColours;
  /** Colours of a dark module, instead of the theme's. */
  dark?: ThemeColours;
  /** Default: `comfortable`. */
  density?: 'comfortable' | 'compact';
  /** System font names, as in `font-family`. */
  font?: string;
  /** Corner radius: pixels, or a CSS length such as `0.5rem`. */
  radius?: string | number;
  /** Default: `auto`, the scheme of the page around the module. */
  scheme?: 'light' | 'dark' | 'auto';
}

export interface Extension {
  /** Dialogs that the module shows even if the page handles their events. */
  show_dialogs?: { member_invite?: BooleanOption; meet_invite?: BooleanOption };
  /** Whether the binders in Timeline have a menu. Default: true. */
  show_binder_options?: BooleanOption;
  /** Items of the “add” menu for pages. Each emits `add_page`. */
  menus?: { add_page?: { menu_name: string; position?: number }[] }[];
  [name: string]: unknown;
}

/** `detail` depends on the event. */
export type Callback = (detail: Record<string, unknown>) => void;

/** Options of a call. A function is a callback for the event with its name. */
export interface CallOptions {
  iframe?: BooleanOption;
  /** Element that shows the module, or its id. */
  tagid4iframe?: string | Element;
  iframewidth?: Size;
  /** `auto` follows the content's height in todoView, clip and transaction. */
  iframeheight?: Size;
  theme?: Theme;
  /** Default: the direction of the page around the module. */
  dir?: 'ltr' | 'rtl';
  /** Language of texts, dates and numbers, such as `de`. Read when the module starts. Default: the user's. */
  language?: string;
  border?: BooleanOption;
  scroll?: BooleanOption;
  /** Overrides the token of `init`. */
  access_token?: string;
  binder_id?: string;
  /** For `transaction`: the one-time token of a step's link. */
  token?: string;
  /** For `transaction`: asks the user to confirm before it sends an answer. */
  confirm?: BooleanOption;
  /** One person's id in your system, or several separated by commas. */
  unique_id?: string | number;
  email?: string;
  binder_name?: string;
  page_id?: string | number;
  todo_id?: string | number;
  chat_id?: string | number;
  file_id?: string;
  /** A section of the binder, such as `tab_pages`. True opens a browser tab instead of a window. */
  tab?: BooleanOption | string;
  /** Timeline: `all`, `unread`, `direct`, `favourites`, or `category` with its id or name in `filter_value`. */
  filter?: string;
  filter_value?: string | number;
  /** Category names, as an array or separated by commas. */
  tags_include?: string | string[];
  tags_exclude?: string | string[];
  /** Clip: first page to record, counted from 0. */
  page_index?: string | number;
  /** Clip: shows the camera's picture in a circle. */
  video?: BooleanOption;
  /** Records in the module even if the page handles `request_note`. */
  autostart_note?: BooleanOption;
  /** Starts and joins meets in the module even if the page handles `request_meet` and `request_join_meet`. */
  autostart_meet?: BooleanOption;
  invite_members?: BooleanOption;
  allowfullscreen?: BooleanOption;
  extension?: Extension;
  error?: (error: ServiceErrorDetail) => void;
  [name: string]: unknown;
}

export interface Handle {
  /** Each new token starts a new session. */
  readonly session_id: string;
  /** Resolves when the module is drawn, or rejects with its error. */
  readonly ready: Promise<void>;
  /** Returns an unsubscribe function. */
  on(name: string, listener: Callback): () => void;
  /**
   * Changes callbacks, the token, and options that the module reads. The page can only take over actions for
   * which it passed a callback at the start.
   */
  update(options: CallOptions): void;
  close(): void;
}

/** A promise from sdk_version 4 on, otherwise undefined. */
export type CallResult = Promise<Handle> | undefined;
export type ServiceCall = (options?: CallOptions) => CallResult;

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
  /**
   * Shows what waits for the user in all binders. Emits `home_counts {approvals, mentions, todos, meets, saved,
   * requests}`.
   */
  home: ServiceCall;
  /** Shows approvals that wait for the user. Emits `home_counts`. */
  inbox: ServiceCall;
  meet: MeetCall;
  joinMeet: ServiceCall;
  endMeet: ServiceCall;
  leaveMeet: ServiceCall;
  note: ServiceCall;
  clip: ServiceCall;
  annotate: ServiceCall;
  draw: ServiceCall;
  /**
   * Shows the approval to whose link `token` belongs. Emits `answered {transaction_id, step_id,
   * click_button_id}`.
   */
  transaction: ServiceCall;
  /** Posts a message as the user of the module with this element or session id. */
  postMessage(
    tagid4iframe: string | Element | undefined,
    binder_id: string,
    session_id: string | undefined,
    text: string,
  ): void;
  /** Removes the module in the element, but not Meet, Clip or modules in windows. */
  removeWidget(tagid4iframe: string | Element): void;
  logout(): void;
  isBrowserSupported(): boolean;
  /** Finds what blocks modules on this page, most severe first. Call it during a click to test pop-ups. */
  doctor(): Promise<Finding[]>;
}
