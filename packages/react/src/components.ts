'use client';
import type { Extension } from '@ringbinder/sdk';
import type { EventProps, ModuleEvents } from './events.ts';
import { defineModule, type ModuleComponent } from './module.ts';
import type { ModuleProps } from './props.ts';

/**
 * `binderId` opens a binder, and one person the direct conversation. Several people, or a name, create a new
 * binder.
 */
export interface BinderProps extends ModuleProps {
  binderId?: string | undefined;
  /** One person's id in your system, or several separated by commas. */
  uniqueId?: string | undefined;
  email?: string | undefined;
  orgId?: string | undefined;
  binderName?: string | undefined;
  extension?: Extension | undefined;
}
/** Hides the binder's name and other sections. A Timeline becomes a narrow list. */
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
  /** Lets the chat record clips itself, even if `onRequestNote` has a handler. */
  autostartNote?: boolean | undefined;
}
export interface PageViewProps extends BinderProps, EventProps<ModuleEvents['PageView']> {
  pageId?: number | undefined;
}
export interface TodoViewProps extends BinderProps, EventProps<ModuleEvents['TodoView']> {
  todoId?: number | undefined;
}
export interface TimelineProps extends ModuleProps, AloneProps, EventProps<ModuleEvents['Timeline']> {
  /** Binder to open next to the list. */
  binderId?: string | undefined;
  /** `all`, `unread`, `direct`, `favourites`, or `category` with its id or name in `filterValue`. */
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
  /** First page to record, counted from 0. */
  pageIndex?: number | undefined;
  video?: boolean | undefined;
}
export interface MeetProps extends ModuleProps, EventProps<ModuleEvents['Meet']> {
  binderId?: string | undefined;
  scheduleBinderId?: string | undefined;
  topic?: string | undefined;
}
export interface MeetViewProps extends BinderProps, EventProps<ModuleEvents['MeetView']> {
  /** Has no effect: MeetView always starts and joins meets itself. */
  autostartMeet?: boolean | undefined;
}
export interface TransactionProps
  extends Omit<ModuleProps, 'accessToken'>,
    EventProps<ModuleEvents['Transaction']> {
  /** One-time token of a step's link. The component shows nothing while it is undefined. */
  token: string | undefined;
  /** Asks the user to confirm before it sends an answer. */
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
export const Timeline: ModuleComponent<TimelineProps> = defineModule('Timeline', {
  call: 'timeline',
  alone: 'timelineView',
});
/** Shows what waits for the user in all binders: approvals, meets, to-dos, mentions, saved messages and own requests. */
export const Home: ModuleComponent<HomeProps> = defineModule('Home', { call: 'home' });
export const Inbox: ModuleComponent<InboxProps> = defineModule('Inbox', { call: 'inbox' });
export const Draw: ModuleComponent<DrawProps> = defineModule('Draw', { call: 'draw' });
export const Clip: ModuleComponent<ClipProps> = defineModule('Clip', { call: 'clip' });
export const Meet: ModuleComponent<MeetProps> = defineModule('Meet', { call: 'meet' });
export const MeetView: ModuleComponent<MeetViewProps> = defineModule('MeetView', { call: 'meetView' });
/** A new token shows another approval. */
export const Transaction: ModuleComponent<TransactionProps> = defineModule('Transaction', {
  call: 'transaction',
  live: ['token', 'confirm'],
});
