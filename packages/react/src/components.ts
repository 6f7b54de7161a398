'use client';
import type { Extension } from '@ringbinder/sdk';
import type { EventProps, ModuleEvents } from './events.ts';
import { defineModule, type ModuleComponent } from './module.ts';
import type { ModuleProps } from './props.ts';

/** Selects a binder: by id, the conversation with a person, or a new one with several people or a name. */
export interface BinderProps extends ModuleProps {
  binderId?: string | undefined;
  /** One person, or several separated by commas. */
  uniqueId?: string | undefined;
  email?: string | undefined;
  orgId?: string | undefined;
  binderName?: string | undefined;
  extension?: Extension | undefined;
}
/** Without the binder's name and other sections, or as a narrow list. */
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
  /** Records here even with an `onRequestNote` handler. */
  autostartNote?: boolean | undefined;
}
export interface PageViewProps extends BinderProps, EventProps<ModuleEvents['PageView']> {
  pageId?: number | undefined;
}
export interface TodoViewProps extends BinderProps, EventProps<ModuleEvents['TodoView']> {
  todoId?: number | undefined;
}
export interface TimelineProps extends ModuleProps, AloneProps, EventProps<ModuleEvents['Timeline']> {
  /** The binder opened next to the list. */
  binderId?: string | undefined;
  /** all, unread, direct, favourites, or category with its id or name in `filterValue`. */
  filter?: string | undefined;
  filterValue?: string | number | undefined;
  /** Category names. */
  tagsInclude?: string[] | undefined;
  tagsExclude?: string[] | undefined;
  extension?: Extension | undefined;
}
export interface DrawProps extends BinderProps, EventProps<ModuleEvents['Draw']> {
  pageId?: number | undefined;
}
export interface ClipProps extends BinderProps, EventProps<ModuleEvents['Clip']> {
  /** The first recorded page, counted from 0. */
  pageIndex?: number | undefined;
  /** With the camera bubble. */
  video?: boolean | undefined;
}
export interface MeetProps extends ModuleProps, EventProps<ModuleEvents['Meet']> {
  binderId?: string | undefined;
  scheduleBinderId?: string | undefined;
  topic?: string | undefined;
}
export interface MeetViewProps extends BinderProps, EventProps<ModuleEvents['MeetView']> {
  /** Starts one at once. */
  autostartMeet?: boolean | undefined;
}
export interface TransactionProps
  extends Omit<ModuleProps, 'accessToken'>,
    EventProps<ModuleEvents['Transaction']> {
  /** The one-time token of a step's link. Nothing is shown while undefined. */
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
/** The user's binders. */
export const Timeline: ModuleComponent<TimelineProps> = defineModule('Timeline', {
  call: 'timeline',
  alone: 'timelineView',
});
/** A page of a binder in drawing mode. */
export const Draw: ModuleComponent<DrawProps> = defineModule('Draw', { call: 'draw' });
/** A recording for a binder. */
export const Clip: ModuleComponent<ClipProps> = defineModule('Clip', { call: 'clip' });
/** A meet. */
export const Meet: ModuleComponent<MeetProps> = defineModule('Meet', { call: 'meet' });
/** A binder's meets: running, planned and past. Joining happens in place. */
export const MeetView: ModuleComponent<MeetViewProps> = defineModule('MeetView', { call: 'meetView' });
/** An approval by its link's token. Another token shows another approval. */
export const Transaction: ModuleComponent<TransactionProps> = defineModule('Transaction', {
  call: 'transaction',
  live: ['token'],
});
