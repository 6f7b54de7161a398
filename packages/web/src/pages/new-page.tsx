import { useState } from 'preact/hooks';
import type { BinderContext } from '../binder/context.ts';
import { Field } from '../design/field.tsx';
import { FormDialog, type FormValues } from '../design/form-dialog.tsx';
import { Glyph } from '../design/glyph.tsx';
import { Menu, type MenuItem } from '../design/menu.tsx';
import { pages as text } from '../strings/messages/pages.ts';
import type { NewPage, PageActions } from './actions.ts';
import { drawnPage } from './drawn-page.ts';

type Kind = NewPage['type'];

export function NewPageButtons({ binder, actions }: { binder: BinderContext; actions: PageActions }) {
  const [menu, setMenu] = useState<{ x: number; y: number }>();
  const [kind, setKind] = useState<Kind>();
  const close = () => setKind(undefined);
  const create = async (page: NewPage) => {
    const { page_id } = await actions.create(page);
    close();
    // A new whiteboard opens in drawing mode.
    if (page.type === 'whiteboard') drawnPage.value = page_id;
    binder.navigate(binder.links.page(page_id));
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
            { label: text.addNote, icon: <Glyph name="note" />, act: () => setKind('note') },
            {
              label: text.addWhiteboard,
              icon: <Glyph name="whiteboard" />,
              act: () => setKind('whiteboard'),
            },
          ])}
        />
      )}
      {kind === 'url' && (
        <FormDialog
          title={text.linkTitle}
          submit={text.linkSubmit}
          close={close}
          send={(values) => create({ type: 'url', url: withScheme(values.get('url')), ...named(values) })}
        >
          <Field label={text.linkUrl} name="url" required placeholder={text.linkExample} />
          <Field label={text.linkName} name="name" hint={text.linkNameHint} />
        </FormDialog>
      )}
      {kind === 'note' && (
        <FormDialog
          title={text.noteTitle}
          submit={text.noteSubmit}
          close={close}
          wide
          send={(values) => create({ type: 'note', text: values.get('text'), ...named(values) })}
        >
          <Field label={text.name} name="name" />
          <Field label={text.noteText} name="text" rows={10} hint={text.noteHint} required />
        </FormDialog>
      )}
      {kind === 'whiteboard' && (
        <FormDialog
          title={text.whiteboardTitle}
          submit={text.whiteboardSubmit}
          close={close}
          send={(values) => create({ type: 'whiteboard', ...named(values) })}
        >
          <Field label={text.name} name="name" />
        </FormDialog>
      )}
    </>
  );
}

/** Adds the host page's menu items at their positions. */
function withAdded({ addPage = [] }: BinderContext, own: readonly MenuItem[]): MenuItem[] {
  const items = [...own];
  // From the highest position down, so that positions stay valid.
  for (const { label, position, act } of addPage.toSorted((one, other) => other.position - one.position))
    items.splice(position, 0, { label, act });
  return items;
}

function named(values: FormValues): { name?: string } {
  const name = values.get('name');
  return name === '' ? {} : { name };
}

/** Addresses are often typed without a scheme. */
function withScheme(address: string): string {
  return /^[a-z][a-z0-9+.-]*:/i.test(address) ? address : `https://${address}`;
}
