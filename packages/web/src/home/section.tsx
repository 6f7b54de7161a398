import type { BinderCard, HomeFilter, HomeItem } from '@ringbinder/protocol';
import type { ComponentChildren } from 'preact';
import { useRef, useState } from 'preact/hooks';
import { formatNumber } from '../design/format.ts';
import { usePassedFocus } from '../design/pass-focus.ts';
import { text } from '../strings/app.ts';
import { titleOf } from '../timeline/card.ts';
import { useApp } from '../timeline/context.ts';
import type { HomeSection, HomeStore } from './store.ts';

export interface SectionProps<T> {
  store: HomeStore;
  section: HomeSection<T>;
}

interface SectionFrameProps {
  name: HomeFilter;
  title: string;
  count?: string;
  store: HomeStore;
  section: HomeSection<unknown>;
  children: ComponentChildren;
}

export const findTitle = (): HTMLElement | null => document.getElementById('title');

export function SectionFrame(props: SectionFrameProps) {
  return props.section.items.length === 0 ? null : <Filled {...props} />;
}

function Filled({ name, title, count, store, section, children }: SectionFrameProps) {
  const frame = useRef<HTMLElement>(null);
  usePassedFocus(frame, findTitle);
  const shownCount = count ?? (section.count > 0 ? formatNumber(section.count) : '');
  return (
    <section class="section-group" aria-labelledby={`home-${name}`} ref={frame}>
      <h2 id={`home-${name}`}>
        {title} {shownCount && <span class="group-count">{shownCount}</span>}
      </h2>
      {children}
      {section.hasMore && <More load={() => store.more(name)} />}
    </section>
  );
}

function More({ load }: { load: () => Promise<void> }) {
  const [isLoading, setLoading] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  usePassedFocus(button, findTitle);
  const more = async () => {
    if (isLoading) return;
    setLoading(true);
    await load();
    setLoading(false);
  };
  return (
    <button
      ref={button}
      type="button"
      class="button compact quiet"
      aria-disabled={isLoading}
      onClick={() => void more()}
    >
      {text.actions.more}
    </button>
  );
}

interface RowProps {
  lead?: ComponentChildren;
  title: ComponentChildren;
  about: ComponentChildren;
  children?: ComponentChildren;
}

export function Row({ lead, title, about, children }: RowProps) {
  return (
    <li class="home-row">
      {lead}
      <div class="home-what">
        {title}
        <span class="muted small">{about}</span>
      </div>
      {children}
    </li>
  );
}

export function BinderName({ binder }: Pick<HomeItem, 'binder'>) {
  const { boot } = useApp();
  const card = useCard(binder.id);
  return <bdi>{card ? titleOf(card, boot.user.name) : binder.name}</bdi>;
}

export function useCard(binderId: string): BinderCard | undefined {
  return useApp().cards.value?.find(({ binder }) => binder.id === binderId);
}
