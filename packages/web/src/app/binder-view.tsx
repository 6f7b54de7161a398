import { useEffect, useLayoutEffect, useMemo, useRef } from 'preact/hooks';
import { address } from '../address.ts';
import { sections } from '../binder/context.ts';
import { Glyph } from '../design/glyph.tsx';
import { Skeleton } from '../design/states.tsx';
import { text } from '../strings/app.ts';
import { titleOf } from '../timeline/card.ts';
import { Mark } from '../timeline/marks.tsx';
import { below, menu } from '../timeline/menu-state.ts';
import { type OpenBinder, openBinder } from './binder.ts';
import { useApp } from './context.ts';
import { MeetButton } from './meet-button.tsx';
import { meetOf } from './meet-path.ts';
import { Nothing } from './nothing.tsx';
import { hasMoved } from './router.ts';
import { SECTIONS } from './sections.tsx';

/** One binder: its name, its parts, and the part that the address names. */
export function BinderView({ binderId }: { binderId: string }) {
  const app = useApp();
  const binder = useMemo(() => openBinder(app, binderId, { hasMeets: true }), [binderId]);
  useEffect(() => () => binder.close(), [binder]);
  if (binder.status.value.status === 'ended')
    return <Nothing icon="warning" title={text.app.gone} about={text.app.goneAbout} hasWayOut />;
  const { section } = binder.target.value;
  const Part = SECTIONS[section];
  const isMeet = meetOf(app.boot.root, address.value.path) !== undefined;
  return (
    <>
      <BinderHead binder={binder} />
      <div class="binder-section" key={section}>
        {/* A meet lies over it, with the chat at its side. */}
        {!isMeet && (binder.state.value ? <Part binder={binder} /> : <Skeleton />)}
      </div>
    </>
  );
}

function BinderHead({ binder }: { binder: OpenBinder }) {
  const app = useApp();
  const { section } = binder.target.value;
  const card = app.cards.value?.find((each) => each.binder.id === binder.id);
  const name = card ? titleOf(card, app.boot.user.name) : binder.state.value?.binder.name;
  const title = useRef<HTMLHeadingElement>(null);
  // Whoever opens a binder or a part of it begins at its name; what is in it may take the focus then.
  useLayoutEffect(() => {
    if (hasMoved()) title.current?.focus();
  }, [binder.id, section]);
  return (
    <header class="binder-head">
      <div class="binder-title">
        <a class="back" href={app.boot.root || '/'} aria-label={text.app.back}>
          <Glyph name="back" />
        </a>
        <h1 id="title" tabIndex={-1} ref={title}>
          {name ?? text.state.loading}
        </h1>
        {card && name && (
          <button
            type="button"
            class="binder-menu"
            aria-haspopup="menu"
            aria-label={text.timeline.actionsOf(name)}
            onClick={({ currentTarget }) => {
              menu.value = { about: { kind: 'binder', card }, at: below(currentTarget) };
            }}
          >
            <Mark name="more" />
          </button>
        )}
        <MeetButton binder={binder} root={app.boot.root} />
      </div>
      <nav class="binder-tabs" aria-label={text.app.sections.label}>
        {sections.map((each) => (
          <a
            key={each}
            href={binder.links.section(each)}
            aria-current={each === section ? 'page' : undefined}
          >
            {text.app.sections[each]}
          </a>
        ))}
      </nav>
    </header>
  );
}
