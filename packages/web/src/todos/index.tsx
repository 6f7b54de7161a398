import { useMemo } from 'preact/hooks';
import type { BinderContext } from '../binder/context.ts';
import { Skeleton } from '../design/states.tsx';
import { createTodoActions } from './actions.ts';
import { TodoList } from './list.tsx';

export function Todos({ binder }: { binder: BinderContext }) {
  const actions = useMemo(() => createTodoActions(binder), [binder]);
  const state = actions.view.value;
  if (!state) return <Skeleton />;
  return (
    <div class="section-page todos-page">
      <TodoList binder={binder} actions={actions} todos={state.todos} />
    </div>
  );
}
