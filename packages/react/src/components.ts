'use client';
import type { Extension } from '@ringbinder/sdk';
import type { EventProps, ModuleEvents } from './events.ts';
import { defineModule, type ModuleComponent } from './module.ts';
import type { ModuleProps } from './props.ts';

/** Which binder: one by its id, the conversation with a person, or a new one with several or with a name. */
export interface BinderProps extends ModuleProps {
  binderId?: string | undefined;
  /** Of one person or several, separated by commas. */
  uniqueId?: string | undefined;
  email?: string | undefined;
  orgId?: string | undefined;
  binderName?: string | undefined;
  extension?: Extension | undefined;
}
/** Without the name of the binder and the ways to its other parts, or as a narrow list. */
interface AloneProps {
  alone?: boolean | undefined;
}

export interface ChatProps extends BinderProps, AloneProps, EventProps<ModuleEvents['Chat']> {
  chatId?: number | undefined;
  pageId?: number | undefined;
  todoId?: number | undefined;
  fileId?: string | undefined;
  /** A part of the binder, like `tab_pages`. */
  tab?: string | undefined;
  /** Recording begins here, though `onRequestNote` hears of it. */
  autostartNote?: boolean | undefined;
}
export interface PageViewProps extends BinderProps, EventProps<ModuleEvents['PageView']> {
  pageId?: number | undefined;
}
export interface TodoViewProps extends BinderProps, EventProps<ModuleEvents['TodoView']> {
  todoId?: number | undefined;
}
export interface TimelineProps extends ModuleProps, AloneProps, EventProps<ModuleEvents['Timeline']> {
  /** The binder that is opened beside the list. */
  binderId?: string | undefined;
  /** all, unread, direct, favourites, or category with its id or name in `filterValue`. */
  filter?: string | undefined;
  filterValue?: string | number | undefined;
  /** Names of categories. */
  tagsInclude?: string[] | undefined;
  tagsExclude?: string[] | undefined;
  extension?: Extension | undefined;
}
export interface DrawProps extends BinderProps, EventProps<ModuleEvents['Draw']> {
  pageId?: number | undefined;
}
export interface ClipProps extends BinderProps, EventProps<ModuleEvents['Clip']> {
  /** The page that is recorded first, counted from 0. */
  pageIndex?: number | undefined;
  /** With the camera over what is recorded. */
  video?: boolean | undefined;
}
export interface MeetProps extends ModuleProps, EventProps<ModuleEvents['Meet']> {
  binderId?: string | undefined;
  scheduleBinderId?: string | undefined;
  topic?: string | undefined;
}
export interface MeetViewProps extends BinderProps, EventProps<ModuleEvents['MeetView']> {
  /** One is begun at once. */
  autostartMeet?: boolean | undefined;
}
export interface TransactionProps
  extends Omit<ModuleProps, 'accessToken'>,
    EventProps<ModuleEvents['Transaction']> {
  /** That of the link of a step, good once; while it is undefined, nothing is shown. */
  token: string | undefined;
}

const BINDER = ['binder_id', 'page_id', 'todo_id', 'chat_id', 'file_id', 'tab'];

/** Chat of a binder. */
export const Chat: ModuleComponent<ChatProps> = defineModule('Chat', {
  call: 'chat',
  alone: 'chatView',
  live: BINDER,
});
/** The pages of a binder. */
export const PageView: ModuleComponent<PageViewProps> = defineModule('PageView', {
  call: 'pageView',
  live: BINDER,
});
/** The to-dos of a binder. */
export const TodoView: ModuleComponent<TodoViewProps> = defineModule('TodoView', {
  call: 'todoView',
  live: BINDER,
});
/** The binders of whoever looks. */
export const Timeline: ModuleComponent<TimelineProps> = defineModule('Timeline', {
  call: 'timeline',
  alone: 'timelineView',
});
/** One page of a binder, to be drawn on. */
export const Draw: ModuleComponent<DrawProps> = defineModule('Draw', { call: 'draw' });
/** A recording for a binder. */
export const Clip: ModuleComponent<ClipProps> = defineModule('Clip', { call: 'clip' });
/** A meet. */
export const Meet: ModuleComponent<MeetProps> = defineModule('Meet', { call: 'meet' });
/** The meets of a binder: what runs, is planned and was. One is joined in its place. */
export const MeetView: ModuleComponent<MeetViewProps> = defineModule('MeetView', { call: 'meetView' });
/** One approval, by the token of its link. Another token shows another one. */
export const Transaction: ModuleComponent<TransactionProps> = defineModule('Transaction', {
  call: 'transaction',
  live: ['token'],
});
