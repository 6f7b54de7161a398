import type { ComponentType } from 'preact';
import type { BinderContext, BinderSection } from '../binder/context.ts';
import { lazy } from '../design/states.tsx';

export type Section = ComponentType<{ binder: BinderContext }>;

export const SECTIONS: Readonly<Record<BinderSection, Section>> = {
  chat: lazy(() => import('../chat/in-binder.tsx').then(({ BinderChat }) => BinderChat)),
  pages: lazy(() => import('../pages/index.tsx').then(({ Pages }) => Pages)),
  todos: lazy(() => import('../todos/index.tsx').then(({ Todos }) => Todos)),
  transactions: lazy(() => import('../transactions/index.tsx').then(({ Transactions }) => Transactions)),
  meets: lazy(() => import('../meets/index.tsx').then(({ Meets }) => Meets)),
  members: lazy(() => import('../members/index.tsx').then(({ Members }) => Members)),
};
