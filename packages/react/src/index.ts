'use client';
export type {
  BinderProps,
  ChatProps,
  ClipProps,
  DrawProps,
  HomeProps,
  InboxProps,
  MeetProps,
  MeetViewProps,
  PageViewProps,
  TimelineProps,
  TodoViewProps,
  TransactionProps,
} from './components.ts';
export {
  Chat,
  Clip,
  Draw,
  Home,
  Inbox,
  Meet,
  MeetView,
  PageView,
  Timeline,
  TodoView,
  Transaction,
} from './components.ts';
export type { EventProps, ModuleEvents } from './events.ts';
export type { ModuleComponent } from './module.ts';
export type { ModuleProps, ServiceProviderProps, Token } from './props.ts';
export { ServiceProvider, useService } from './provider.ts';
