import type { Section } from '@ringbinder/protocol';
import type { TargetedDragEvent, TargetedKeyboardEvent } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { PageDocument, SectionGroup } from '../binder/documents.ts';
import { isComposing } from '../design/composition.ts';
import { Select } from '../design/field.tsx';
import { FormDialog } from '../design/form-dialog.tsx';
import { Glyph, type GlyphName } from '../design/glyph.tsx';
import { Menu, type MenuItem } from '../design/menu.tsx';
import { toastError } from '../design/toast.tsx';
import { pageSections as text } from '../strings/messages/page-sections.ts';
import { pages } from '../strings/messages/pages.ts';
import type { PageActions } from './actions.ts';
import type { Deletions } from './deletion.ts';

const failed = (error: Error) => toastError(error.message);

interface HeadingProps {
  actions: PageActions;
  deletions: Deletions;
  sections: readonly Section[];
  group: SectionGroup & { section: Section };
  canWrite: boolean;
  created: CreatedSection | undefined;
  isOpen: boolean;
  toggle: () => void;
  isOver: boolean;
  drop: {
    onDragOver(event: TargetedDragEvent<HTMLElement>): void;
    onDragLeave(event: TargetedDragEvent<HTMLElement>): void;
    onDrop(event: DragEvent): void;
  };
}

export function SectionHeading(props: HeadingProps) {
  const { actions, group, canWrite, created, isOpen, toggle, isOver, drop } = props;
  const { section, documents } = group;
  const [menu, setMenu] = useState<{ x: number; y: number }>();
  const { isNaming, startNaming, endNaming, button } = useNaming();
  useLayoutEffect(() => {
    if (created?.id === section.id) created.focus(button.current);
  }, [created]);
  return (
    <div
      class={isOver ? 'page-foot drop-hint' : 'page-foot'}
      style={{ alignItems: 'center' }}
      data-section={section.id}
      {...drop}
    >
      <h3 style={{ flex: 1, minWidth: 0, margin: 0 }}>
        {isNaming ? (
          <SectionName
            value={section.name}
            close={endNaming}
            save={(name) => void actions.sections.rename(section.id, name).catch(failed)}
          />
        ) : (
          <button
            type="button"
            class="button compact quiet"
            style={{ maxWidth: '100%', paddingInline: 0 }}
            aria-expanded={isOpen}
            ref={button}
            onClick={toggle}
            onKeyDown={(event) => {
              if (event.key === 'F2' && canWrite) startNaming();
            }}
          >
            <Glyph name={isOpen ? 'up' : 'down'} />
            <bdi style={{ overflow: 'hidden', textOverflow: 'ellipsis' }}>{section.name}</bdi>
            <span class="muted tabular" style={{ marginInlineStart: '0.375rem' }}>
              {pages.count('', documents.length)}
            </span>
          </button>
        )}
      </h3>
      {canWrite && (
        <button
          type="button"
          class="tool"
          aria-label={pages.actions(section.name)}
          aria-haspopup="menu"
          aria-expanded={menu !== undefined}
          onClick={(event) => {
            const { left, bottom } = event.currentTarget.getBoundingClientRect();
            setMenu({ x: left, y: bottom });
          }}
        >
          <Glyph name="more" />
        </button>
      )}
      {menu && (
        <Menu
          label={pages.actions(section.name)}
          items={menuItemsOf(props, startNaming)}
          at={menu}
          close={() => setMenu(undefined)}
        />
      )}
    </div>
  );
}

function menuItemsOf({ actions, deletions, sections, group }: HeadingProps, rename: () => void): MenuItem[] {
  const { section } = group;
  const at = sections.findIndex(({ id }) => id === section.id);
  const moveTo = (label: string, icon: GlyphName, to: number): MenuItem[] =>
    to < 0 || to >= sections.length
      ? []
      : [
          {
            label,
            icon: <Glyph name={icon} />,
            act: () => void actions.sections.move(section.id, to).catch(failed),
          },
        ];
  return [
    { label: pages.rename, icon: <Glyph name="edit" />, act: rename },
    ...moveTo(pages.earlier, 'up', at - 1),
    ...moveTo(pages.later, 'down', at + 1),
    { line: true },
    {
      label: pages.delete,
      icon: <Glyph name="trash" />,
      danger: true,
      act: () => deletions.removeSection(section),
    },
  ];
}

interface SectionNameProps {
  value?: string;
  initial?: string;
  save: (name: string) => void;
  close: (isByKey: boolean) => void;
}

function useNaming() {
  const [isNaming, setNaming] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const returns = useRef(false);
  useLayoutEffect(() => {
    if (!isNaming && returns.current) button.current?.focus();
    returns.current = false;
  }, [isNaming]);
  return {
    isNaming,
    button,
    startNaming: () => setNaming(true),
    endNaming: (isByKey: boolean) => {
      returns.current = isByKey;
      setNaming(false);
    },
  };
}

/** In UTF-16 units. The server allows 100 characters, which may have several units each. */
const MAX_LENGTH = 1_000;

function SectionName({ value = '', initial = value, save, close }: SectionNameProps) {
  // The name when editing began. Others may rename the section meanwhile.
  const [before] = useState(value);
  const input = useRef<HTMLInputElement>(null);
  const isDone = useRef(false);
  useLayoutEffect(() => {
    // Wait until the closing menu has restored the focus.
    queueMicrotask(() => {
      input.current?.focus();
      input.current?.select();
    });
  }, []);
  const end = (isAccepted: boolean, isByKey = false) => {
    if (isDone.current) return;
    isDone.current = true;
    const name = input.current?.value.trim() ?? '';
    if (isAccepted && name !== '' && name !== before) save(name);
    close(isByKey);
  };
  return (
    <div class="field">
      <input
        ref={input}
        dir="auto"
        aria-label={text.section}
        placeholder={text.section}
        defaultValue={initial}
        maxLength={MAX_LENGTH}
        autocomplete="off"
        onBlur={() => end(true)}
        onKeyDown={(event: TargetedKeyboardEvent<HTMLInputElement>) => {
          event.stopPropagation();
          if (isComposing(event)) return;
          if (event.key !== 'Enter' && event.key !== 'Escape') return;
          // The key must not press the newly focused button.
          event.preventDefault();
          end(event.key === 'Enter', true);
        }}
      />
    </div>
  );
}

export interface CreatedSection {
  id: number;
  focus(heading: HTMLElement | null): void;
}

interface NewSectionProps {
  actions: PageActions;
  onCreated: (created: CreatedSection) => void;
}

export function NewSection({ actions, onCreated }: NewSectionProps) {
  const { isNaming, startNaming, endNaming, button } = useNaming();
  const [unsaved, setUnsaved] = useState('');
  const save = (name: string) =>
    void actions.sections.create(name).then(
      ({ id }) => {
        setUnsaved('');
        let isFirst = true;
        onCreated({
          id,
          focus(heading) {
            const { activeElement, body } = document;
            const isFree = activeElement === button.current || activeElement === body;
            if (isFirst && isFree) heading?.focus();
            isFirst = false;
          },
        });
      },
      (error: Error) => {
        setUnsaved(name);
        failed(error);
      },
    );
  return isNaming ? (
    <SectionName initial={unsaved} save={save} close={endNaming} />
  ) : (
    <button type="button" class="button compact" ref={button} onClick={startNaming}>
      <Glyph name="add" />
      {text.new}
    </button>
  );
}

interface MoveToSectionProps {
  actions: PageActions;
  documents: readonly PageDocument[];
  close: () => void;
  done?: () => void;
}

export function MoveToSection({ actions, documents, close, done }: MoveToSectionProps) {
  const sections = actions.view.value?.sections ?? [];
  // Others may move the documents while the dialog is open.
  const [from] = useState(String(documents[0]?.first.section_id ?? 0));
  return (
    <FormDialog
      title={text.move}
      submit={pages.transfer.how.move}
      close={close}
      send={async (values) => {
        const moved = documents.flatMap((document) => document.pages);
        await actions.move(moved, { section: Number(values.get('section')) });
        close();
        done?.();
      }}
    >
      <Select
        label={text.section}
        name="section"
        value={from}
        options={[['0', text.none] as const, ...sections.map(({ id, name }) => [String(id), name] as const)]}
      />
    </FormDialog>
  );
}
