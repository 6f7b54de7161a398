import { useLayoutEffect } from 'preact/hooks';
import { Skeleton } from '../design/states.tsx';
import { binderPath, homePath, redirect } from '../router.ts';
import { useApp } from '../timeline/context.ts';
import { readLastBinder } from '../timeline/last-binder.ts';

export function Start() {
  const { boot, cards } = useApp();
  const { value: list } = cards;
  useLayoutEffect(() => {
    if (!list) return;
    const id = readLastBinder();
    const card = list.find(({ binder }) => binder.id === id);
    redirect(card ? binderPath(boot.root, card.binder.id) : homePath(boot.root));
  }, [list]);
  return <Skeleton />;
}
