import { useEffect, useRef, useState } from 'preact/hooks';
import type { BinderContext } from '../binder/context.ts';
import { nameOf } from '../binder/page-name.ts';
import { Glyph } from '../design/glyph.tsx';
import { Menu, type MenuItem } from '../design/menu.tsx';
import { lazy } from '../design/states.tsx';
import { toastError } from '../design/toast.tsx';
import { pages as text } from '../strings/messages/pages.ts';
import type { NewPage, PageActions } from './actions.ts';
import { drawnPage } from './drawn-page.ts';
import { requestEditor } from './new-note.ts';

const NewPageForm = lazy(() => import('./new-page-form.tsx').then((module) => module.NewPageForm), 'quiet');

export function NewPageButtons({ binder, actions }: { binder: BinderContext; actions: PageActions }) {
  const [menu, setMenu] = useState<{ x: number; y: number }>();
  const [kind, setKind] = useState<'url' | 'whiteboard'>();
  const close = () => setKind(undefined);
  const latest = useRef<{ binder?: BinderContext; hasForm?: boolean }>({});
  latest.current = { binder, hasForm: kind !== undefined };
  useEffect(
    () => () => {
      latest.current = {};
    },
    [],
  );
  const isWriting = useRef(false);
  const create = async (page: NewPage) => {
    const { page_id } = await actions.create(page);
    if (latest.current.binder !== binder || (page.type === 'note' && latest.current.hasForm)) return;
    close();
    if (page.type === 'whiteboard') drawnPage.value = page_id;
    if (page.type === 'note') requestEditor(page_id);
    binder.navigate(binder.links.page(page_id));
  };
  const writeNote = async () => {
    if (isWriting.current) return;
    isWriting.current = true;
    try {
      await create({ type: 'note', name: untitledIn(binder) });
    } catch (error) {
      toastError((error as Error).message);
    } finally {
      isWriting.current = false;
    }
  };
  return (
    <>
      <button
        type="button"
        class="button compact"
        aria-haspopup="menu"
        aria-expanded={menu !== undefined}
        onClick={(event) => {
          const { left, bottom } = event.currentTarget.getBoundingClientRect();
          setMenu({ x: left, y: bottom + 4 });
        }}
      >
        <Glyph name="add" />
        {text.add}
      </button>
      {menu && (
        <Menu
          label={text.add}
          at={menu}
          close={() => setMenu(undefined)}
          items={withAdded(binder, [
            { label: text.addLink, icon: <Glyph name="link" />, act: () => setKind('url') },
            { label: text.addNote, icon: <Glyph name="note" />, act: writeNote },
            {
              label: text.addWhiteboard,
              icon: <Glyph name="whiteboard" />,
              act: () => setKind('whiteboard'),
            },
          ])}
        />
      )}
      {kind && <NewPageForm {...{ kind, create, close }} />}
    </>
  );
}

function untitledIn({ state }: BinderContext): string {
  const names = state.peek()?.pages.map(nameOf) ?? [];
  let name = text.untitled;
  for (let number = 2; names.includes(name); number++) name = text.count(text.untitled, number);
  return name;
}

function withAdded({ addPage = [] }: BinderContext, own: readonly MenuItem[]): MenuItem[] {
  const items = [...own];
  // Insert the highest position first, so that lower ones stay valid.
  for (const { label, position, act } of addPage.toSorted((one, other) => other.position - one.position))
    items.splice(position, 0, { label, act });
  return items;
}
