'use client';
import type { Extension } from '@ringbinder/sdk';
import type { EventProps, ModuleEvents } from './events.ts';
import { defineModule, type ModuleComponent } from './module.ts';
import type { ModuleProps } from './props.ts';

/**
 * Selects a binder by its id or by its people. The id or email address of one person selects the direct
 * conversation. Several people, or the name of a binder, create a new binder.
 */
export interface BinderProps extends ModuleProps {
  binderId?: string | undefined;
  /** One person's id in your system, or several ids separated by commas. */
  uniqueId?: string | undefined;
  email?: string | undefined;
  orgId?: string | undefined;
  binderName?: string | undefined;
  extension?: Extension | undefined;
}
/** True to hide the binder's name and other sections. A Timeline becomes a narrow list. */
interface AloneProps {
  alone?: boolean | undefined;
}

export interface ChatProps extends BinderProps, AloneProps, EventProps<ModuleEvents['Chat']> {
  chatId?: number | undefined;
  pageId?: number | undefined;
  todoId?: number | undefined;
  fileId?: string | undefined;
  /** A section of the binder, such as `tab_pages`. */
  tab?: string | undefined;
  /** True to record clips in the chat itself, even if `onRequestNote` has a handler. */
  autostartNote?: boolean | undefined;
}
export interface PageViewProps extends BinderProps, EventProps<ModuleEvents['PageView']> {
  pageId?: number | undefined;
}
export interface TodoViewProps extends BinderProps, EventProps<ModuleEvents['TodoView']> {
  todoId?: number | undefined;
}
export interface TimelineProps extends ModuleProps, AloneProps, EventProps<ModuleEvents['Timeline']> {
  /** Id of a binder to open next to the list. */
  binderId?: string | undefined;
  /**
   * One of `all`, `unread`, `direct`, `favourites` and `category`. For `category`, set `filterValue` to the
   * category's id or name.
   */
  filter?: string | undefined;
  filterValue?: string | number | undefined;
  tagsInclude?: string[] | undefined;
  tagsExclude?: string[] | undefined;
  extension?: Extension | undefined;
}
export interface HomeProps extends ModuleProps, EventProps<ModuleEvents['Home']> {}
export interface InboxProps extends ModuleProps, EventProps<ModuleEvents['Inbox']> {}
export interface DrawProps extends BinderProps, EventProps<ModuleEvents['Draw']> {
  pageId?: number | undefined;
}
export interface ClipProps extends BinderProps, EventProps<ModuleEvents['Clip']> {
  /** Index of the first page to record, starting at 0. */
  pageIndex?: number | undefined;
  video?: boolean | undefined;
}
export interface MeetProps extends ModuleProps, EventProps<ModuleEvents['Meet']> {
  binderId?: string | undefined;
  scheduleBinderId?: string | undefined;
  topic?: string | undefined;
}
export interface MeetViewProps extends BinderProps, EventProps<ModuleEvents['MeetView']> {
  /** This property has no effect, because MeetView always starts and joins meets itself. */
  autostartMeet?: boolean | undefined;
}
export interface TransactionProps
  extends Omit<ModuleProps, 'accessToken'>,
    EventProps<ModuleEvents['Transaction']> {
  /** One-time token of a step's link. If undefined, the component is empty. */
  token: string | undefined;
  /** True to ask the user for confirmation before an answer is sent. */
  confirm?: boolean | undefined;
}

const BINDER = ['binder_id', 'page_id', 'todo_id', 'chat_id', 'file_id', 'tab'];

export const Chat: ModuleComponent<ChatProps> = defineModule('Chat', {
  call: 'chat',
  alone: 'chatView',
  live: BINDER,
});
export const PageView: ModuleComponent<PageViewProps> = defineModule('PageView', {
  call: 'pageView',
  live: BINDER,
});
export const TodoView: ModuleComponent<TodoViewProps> = defineModule('TodoView', {
  call: 'todoView',
  live: BINDER,
});
/** Shows the user's binders. */
export const Timeline: ModuleComponent<TimelineProps> = defineModule('Timeline', {
  call: 'timeline',
  alone: 'timelineView',
});
/** Shows all items that wait for the user: approvals, meets, to-dos, mentions and saved messages. */
export const Home: ModuleComponent<HomeProps> = defineModule('Home', { call: 'home' });
/** Shows approvals that wait for the user. */
export const Inbox: ModuleComponent<InboxProps> = defineModule('Inbox', { call: 'inbox' });
/** Shows a page in drawing mode. */
export const Draw: ModuleComponent<DrawProps> = defineModule('Draw', { call: 'draw' });
/** Records a clip for a binder. */
export const Clip: ModuleComponent<ClipProps> = defineModule('Clip', { call: 'clip' });
export const Meet: ModuleComponent<MeetProps> = defineModule('Meet', { call: 'meet' });
/**
 * Shows a binder's running, planned and past meets. When the user joins a meet, it opens in the same element.
 */
export const MeetView: ModuleComponent<MeetViewProps> = defineModule('MeetView', { call: 'meetView' });
/** Shows the approval to whose step the token belongs. A new token shows another approval. */
export const Transaction: ModuleComponent<TransactionProps> = defineModule('Transaction', {
  call: 'transaction',
  live: ['token', 'confirm'],
});
