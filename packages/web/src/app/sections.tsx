import type { ComponentType } from 'preact';
import type { BinderContext, BinderSection } from '../binder/context.ts';
import { Empty } from '../design/states.tsx';
import { text } from '../strings/app.ts';
import { lazy } from './lazy.tsx';

/** How a part of a binder is drawn. */
export type Section = ComponentType<{ binder: BinderContext }>;

function Missing() {
  return <Empty title={text.app.notThere} />;
}

/** The modules of a binder. */
export const SECTIONS: Readonly<Record<BinderSection, Section>> = {
  chat: lazy(() => import('../chat/index.tsx').then(({ Chat }) => Chat)),
  pages: Missing,
  todos: lazy(() => import('../todos/index.tsx').then(({ Todos }) => Todos)),
  transactions: lazy(() => import('../transactions/index.tsx').then(({ Transactions }) => Transactions)),
  members: Missing,
};
