import type { Finding } from './doctor/finding.ts';

export type { Finding } from './doctor/finding.ts';

/**
 * Details of an error. The SDK passes them to the callback `error`. Without a callback, the SDK throws them.
 */
export interface ServiceErrorDetail {
  /**
   * A name such as `popup blocked`, or a number like an HTTP status. 409 means that the meet was started
   * elsewhere. 412 means that the meet has ended.
   */
  error_code: string | number;
  error_message: string;
}

export interface InitOptions {
  /** Environment: `production` or `sandbox`. */
  mode: string;
  client_id?: string;
  /**
   * Selects the identity provider (SAML) for users without a token. `partner_id` selects the partner's
   * provider, and `org_id` the organisation's. If there are several providers, pass `idp_id`.
   */
  partner_id?: string;
  org_id?: string;
  idp_id?: string;
  /** The user's token. A call may pass another token. */
  access_token?: string | { access_token: string };
  /** Version of the modules. Default: `2.9.5`. With `latest`, Meet offers remote control. */
  plugin_version?: string;
  /** Version of the SDK's interface. Default: 2. From version 4 on, calls return promises of handles. */
  sdk_version?: string | number;
  /**
   * Called when a token has expired or was revoked. Return the next token, or a promise of it. A token is a
   * string or the token endpoint's response. Alternatively, return nothing, and call `init` with the next
   * token.
   */
  invalid_token?: (event: { session_id: string }) => unknown;
  error?: (error: ServiceErrorDetail) => void;
  /** The server's origin, such as `https://collab.example.com`. Default: the script's origin. */
  base_url?: string;
}

/** Options of `Service.setup`. The SDK then requests the token itself. */
export interface SetupOptions extends Omit<InitOptions, 'access_token'> {
  uniqueid?: string;
  firstname?: string;
  lastname?: string;
  timestamp?: string | number;
  signature?: string;
  /** Use a secret only for development, because a published page would expose it. */
  client_secret?: string;
  pictureurl?: string;
  orgid?: string;
  get_accesstoken?: (answer: { access_token: string; expires_in: number }) => void;
}

/** A boolean. The type includes values that older pages pass. */
export type BooleanOption = boolean | 'true' | 'false' | 0 | 1;
/** Pixels, or a CSS length such as `800px` or `100%`. */
export type Size = number | string;

/** Colours of a theme. If a colour is translucent, it is blended with the surface. */
export interface ThemeColours {
  /** CSS colour of buttons and links. The module adjusts the colour where text would be hard to read. */
  accent?: string;
  /** CSS colour behind lists and columns. Text becomes light or dark for contrast. */
  background?: string;
  /** CSS colour of cards, panels and fields. Text becomes light or dark for contrast. */
  surface?: string;
  /** CSS colour of lines. The module adjusts the borders of fields where they would be hard to see. */
  border?: string;
}

/**
 * Appearance of a module. Missing parts come from custom properties such as `--service-accent`, or have
 * defaults.
 */
export interface Theme extends ThemeColours {
  /** Colours that replace the theme's colours while the module is light. */
  light?: ThemeColours;
  /** Colours that replace the theme's colours while the module is dark. */
  dark?: ThemeColours;
  /** Default: `comfortable`. */
  density?: 'comfortable' | 'compact';
  /** Names of system fonts, as in `font-family`. */
  font?: string;
  /** Corner radius in pixels, or as a CSS length such as `0.5rem`. */
  radius?: string | number;
  /** Colour scheme of the module. With `auto`, the default, the module follows the page around it. */
  scheme?: 'light' | 'dark' | 'auto';
}

export interface Extension {
  /** Dialogs that the module shows even if the page handles the corresponding events. */
  show_dialogs?: { member_invite?: BooleanOption; meet_invite?: BooleanOption };
  /** True if each binder in Timeline has a menu. Default: true. */
  show_binder_options?: BooleanOption;
  /** Items of the “add” menu for pages. When the user chooses an item, the module emits `add_page`. */
  menus?: { add_page?: { menu_name: string; position?: number }[] }[];
  [name: string]: unknown;
}

/** Handles an event. The content of `detail` depends on the event. */
export type Callback = (detail: Record<string, unknown>) => void;

/** Options of a call. A function is the callback for the event of the same name. */
export interface CallOptions {
  /** True to show the module in the page instead of a window. */
  iframe?: BooleanOption;
  /** Element in which the module appears, or the element's id. */
  tagid4iframe?: string | Element;
  iframewidth?: Size;
  /** Height of the frame. With `auto`, todoView, clip and transaction are as high as their content. */
  iframeheight?: Size;
  theme?: Theme;
  /** Writing direction. Default: the direction of the page around the module. */
  dir?: 'ltr' | 'rtl';
  /**
   * Language of texts, dates and numbers, such as `de`. A later change has no effect. Default: the user's
   * language.
   */
  language?: string;
  border?: BooleanOption;
  scroll?: BooleanOption;
  /** Token for this call, instead of the token of `init`. */
  access_token?: string;
  binder_id?: string;
  /** One-time token of a step's link. Only `transaction` uses this option. */
  token?: string;
  /** True to ask the user for confirmation before an answer is sent. Only `transaction` uses this option. */
  confirm?: BooleanOption;
  /** One person's id in your system, or several ids separated by commas. */
  unique_id?: string | number;
  email?: string;
  binder_name?: string;
  page_id?: string | number;
  todo_id?: string | number;
  chat_id?: string | number;
  file_id?: string;
  /**
   * Name of a section of the binder, such as `tab_pages`. If true, a call without a frame opens a browser tab
   * instead of a window.
   */
  tab?: BooleanOption | string;
  /**
   * Filter of Timeline: `all`, `unread`, `direct`, `favourites` or `category`. For `category`, set
   * `filter_value` to the category's id or name.
   */
  filter?: string;
  filter_value?: string | number;
  /** Names of categories, as an array or separated by commas. */
  tags_include?: string | string[];
  tags_exclude?: string | string[];
  /** Index of the first page to record, starting at 0. Only Clip uses this option. */
  page_index?: string | number;
  /** True to show the camera's picture in a circle. Only Clip uses this option. */
  video?: BooleanOption;
  /** True to record in the module, even if the page handles `request_note`. */
  autostart_note?: BooleanOption;
  /**
   * True to start and join meets in the module, even if the page handles `request_meet` and
   * `request_join_meet`.
   */
  autostart_meet?: BooleanOption;
  /** True to invite the binder's members to a new meet. */
  invite_members?: BooleanOption;
  allowfullscreen?: BooleanOption;
  extension?: Extension;
  error?: (error: ServiceErrorDetail) => void;
  [name: string]: unknown;
}

export interface Handle {
  /** Id of the session. Each new token starts a new session. */
  readonly session_id: string;
  /** Resolves when the module has been drawn. If the module fails first, rejects with its error. */
  readonly ready: Promise<void>;
  /** Adds a listener. Returns a function that removes the listener. */
  on(name: string, listener: Callback): () => void;
  /**
   * Changes callbacks, the token, or options of the running module. The page can replace an action of the
   * module only if it passed a callback for the action at the start.
   */
  update(options: CallOptions): void;
  close(): void;
}

/** From sdk_version 4 on, a promise of the handle. In older versions, undefined. */
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
   * Shows all items that wait for the user, in all binders. Emits `home_counts {approvals, mentions, todos,
   * meets, saved}`.
   */
  home: ServiceCall;
  /** Shows the approvals that wait for the user. Emits `home_counts`. */
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
  /**
   * Posts a message as the user of a module. The first argument is the module's element, the element's id or
   * the module's session id.
   */
  postMessage(
    tagid4iframe: string | Element | undefined,
    binder_id: string,
    session_id: string | undefined,
    text: string,
  ): void;
  /** Removes the module in the element. Does not remove Meet, Clip or modules in windows. */
  removeWidget(tagid4iframe: string | Element): void;
  /** Forgets the token and removes all modules. */
  logout(): void;
  isBrowserSupported(): boolean;
  /**
   * Finds problems that prevent modules from working on the page. Returns the most severe problem first. To
   * test pop-ups, call this function during a click.
   */
  doctor(): Promise<Finding[]>;
}
