import { useSignal } from '@preact/signals';
import type { Page } from '@ringbinder/protocol';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { BinderContext } from '../binder/context.ts';
import { Dialog } from '../design/dialog.tsx';
import { Glyph } from '../design/glyph.tsx';
import { Skeleton } from '../design/states.tsx';
import { toastError } from '../design/toast.tsx';
import { versions as text } from '../strings/messages/versions.ts';
import {
  AnnotationLayer,
  createView,
  PageTiles,
  Stage,
  type StageHandle,
  type View,
  ZoomBar,
} from '../viewer/index.tsx';
import type { FileVersion, VersionCalls } from './calls.ts';

interface ComparisonProps {
  binder: BinderContext;
  name: string;
  calls: VersionCalls;
  versions: readonly { version: FileVersion; label: string }[];
  sides: readonly [FileVersion, FileVersion];
  close: () => void;
}

const words = text.comparison;

export function Comparison({ binder, name, calls, versions, sides, close }: ComparisonProps) {
  const view = useMemo(() => {
    const created = createView();
    created.fit('fit-width');
    return created;
  }, []);
  const [chosen, setChosen] = useState<readonly [FileVersion, FileVersion]>(sides);
  const pages = [usePages(calls, chosen[0]), usePages(calls, chosen[1])] as const;
  const [index, setIndex] = useState(0);
  const total = Math.max(1, ...pages.map((each) => each?.length ?? 0));
  const page = Math.min(index, total - 1);
  const stage = useRef<StageHandle>(undefined);
  const body = useRef<HTMLDivElement>(null);
  useScrollTogether(body);
  const step = (by: number) => setIndex(Math.min(total - 1, Math.max(0, page + by)));
  return (
    <Dialog title={words.title(name)} close={close} wide>
      <div class="comparison-bar">
        {total > 1 && (
          <div class="viewer-group">
            <button type="button" class="tool" aria-label={words.previous} onClick={() => step(-1)}>
              <Glyph name="back" />
            </button>
            <span class="small tabular" role="status">
              {words.place(page + 1, total)}
            </span>
            <button type="button" class="tool" aria-label={words.next} onClick={() => step(1)}>
              <Glyph name="next" />
            </button>
          </div>
        )}
        <ZoomBar view={view} stage={() => stage.current} />
        <button type="button" class="button compact quiet" onClick={close}>
          {text.close}
        </button>
      </div>
      <div class="comparison-body" ref={body}>
        {([0, 1] as const).map((side) => (
          <Side
            key={side}
            binder={binder}
            view={view}
            label={words.sides[side === 0 ? 'first' : 'second']}
            versions={versions}
            chosen={chosen[side]}
            choose={(version) => setChosen(side === 0 ? [version, chosen[1]] : [chosen[0], version])}
            pages={pages[side]}
            index={page}
            handle={(handle) => {
              if (side === 0) stage.current = handle;
            }}
          />
        ))}
      </div>
    </Dialog>
  );
}

function usePages(calls: VersionCalls, version: FileVersion): Page[] | undefined {
  const [loaded, setLoaded] = useState<{ of: FileVersion; pages: Page[] }>();
  useEffect(() => {
    let isThere = true;
    calls.pagesOf(version).then(
      (pages) => isThere && setLoaded({ of: version, pages }),
      (error) => isThere && toastError((error as Error).message),
    );
    return () => {
      isThere = false;
    };
  }, [calls, version]);
  return loaded?.of === version ? loaded.pages : undefined;
}

interface SideProps {
  binder: BinderContext;
  view: View;
  label: string;
  versions: ComparisonProps['versions'];
  chosen: FileVersion;
  choose: (version: FileVersion) => void;
  pages: readonly Page[] | undefined;
  index: number;
  handle: (stage: StageHandle | undefined) => void;
}

function Side({ binder, view, label, versions, chosen, choose, pages, index, handle }: SideProps) {
  const page = pages?.[index];
  const name = versions.find(({ version }) => version === chosen)?.label ?? chosen.name;
  const alt = words.page(name, index + 1);
  return (
    <div class="comparison-side">
      <select
        aria-label={label}
        value={chosen.file_id}
        onChange={({ currentTarget: { value } }) => {
          const next = versions.find(({ version }) => version.file_id === value);
          if (next) choose(next.version);
        }}
      >
        {versions.map(({ version, label: each }) => (
          <option key={version.file_id} value={version.file_id}>
            {version.is_current ? `${each} · ${text.current}` : each}
          </option>
        ))}
      </select>
      {page ? (
        <Stage
          key={`${chosen.file_id} ${page.id}`}
          page={page}
          view={view}
          label={alt}
          handle={handle}
          content={(viewport) => (
            <PageTiles binder={binder} page={page} viewport={viewport} alt={alt} isPast />
          )}
        >
          {(viewport) => <AnnotationLayer viewport={viewport} annotations={page.svg_tags} />}
        </Stage>
      ) : pages ? (
        <p class="muted comparison-none">{words.noPage(index + 1)}</p>
      ) : (
        <Skeleton rows={3} />
      )}
    </div>
  );
}

function useScrollTogether(body: { current: HTMLElement | null }): void {
  const leader = useSignal<EventTarget | null>(null);
  useEffect(() => {
    const { current: element } = body;
    if (!element) return;
    const lead = ({ target }: Event) => {
      leader.value = target instanceof Element ? target.closest('.stage') : null;
    };
    const follow = ({ target }: Event) => {
      const stages = [...element.querySelectorAll('.stage')];
      // Ignore the following side, because its rounded position would scroll the leading side.
      if (!(target instanceof Element) || (leader.peek() && leader.peek() !== target)) return;
      for (const stage of stages.filter((each) => each !== target)) {
        stage.scrollTop =
          partOf(target.scrollTop, target.scrollHeight - target.clientHeight) *
          (stage.scrollHeight - stage.clientHeight);
        stage.scrollLeft =
          partOf(target.scrollLeft, target.scrollWidth - target.clientWidth) *
          (stage.scrollWidth - stage.clientWidth);
      }
    };
    const leads = ['pointerenter', 'pointerdown', 'wheel', 'keydown', 'focusin'] as const;
    for (const name of leads) element.addEventListener(name, lead, { capture: true, passive: true });
    element.addEventListener('scroll', follow, { capture: true, passive: true });
    return () => {
      for (const name of leads) element.removeEventListener(name, lead, { capture: true });
      element.removeEventListener('scroll', follow, { capture: true });
    };
  }, []);
}

const partOf = (value: number, whole: number) => (whole > 0 ? value / whole : 0);
