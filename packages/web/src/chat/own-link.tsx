import { excerpt } from '@ringbinder/protocol/graphemes.ts';
import type { BinderContext, BinderTarget } from '../binder/context.ts';
import { nameOf } from '../binder/page-name.ts';
import { readRoute } from '../router.ts';
import { useChat } from './context.ts';
import { useMessage } from './quote.tsx';
import { authorOf, summaryOf } from './summary.ts';

const MAX_LENGTH = 80;

/** Links to other binders stay addresses, because the reader may not have access to them. */
export function OwnLink({ href }: { href: string }) {
  const { binder } = useChat();
  const { pathname, search, hash } = new URL(href);
  const route = readRoute(pathname.slice(0, pathname.indexOf('/b/')), pathname);
  const isHere = route.page === 'binder' && route.binderId === binder.id && search + hash === '';
  if (!isHere) return <Address href={href} />;
  const { section, id } = route.target;
  if (section === 'chat' && id !== undefined) return <LinkedMessage href={href} id={id} />;
  const [path, title] = partOf(binder, route.target) ?? [];
  return path ? <TitledLink href={href} path={path} title={title ?? href} /> : <Address href={href} />;
}

function Address({ href }: { href: string }) {
  return (
    <a href={href} target="_blank" rel="noopener noreferrer nofollow">
      {href}
    </a>
  );
}

function LinkedMessage({ href, id }: { href: string; id: number }) {
  const { links } = useChat().binder;
  const message = useMessage(id);
  if (message === undefined || message === 'gone') return <Address href={href} />;
  const title = [authorOf(message), summaryOf(message)].filter(Boolean).join(': ');
  return <TitledLink href={href} path={links.message(id)} title={title} />;
}

function TitledLink({ href, path, title }: { href: string; path: string; title: string }) {
  return (
    <a dir="auto" href={path} title={href}>
      {excerpt(title, MAX_LENGTH)}
    </a>
  );
}

function partOf(
  { state, links }: BinderContext,
  { section, id }: BinderTarget,
): [path: string, title: string] | undefined {
  const isSame = (each: { id: number }) => each.id === id;
  switch (section) {
    case 'pages': {
      const page = state.value?.pages.find(isSame);
      return page && [links.page(page.id), nameOf(page)];
    }
    case 'todos': {
      const todo = state.value?.todos.find(isSame);
      return todo && [links.todo(todo.id), todo.name];
    }
    case 'transactions': {
      const transaction = state.value?.transactions.find(isSame);
      return transaction && [links.transaction(transaction.id), transaction.title];
    }
    default:
      return undefined;
  }
}
