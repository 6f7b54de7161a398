import { useSignal } from '@preact/signals';
import type { PageWithoutAnnotations } from '@ringbinder/protocol';
import type { ComponentChildren } from 'preact';
import { useEffect, useLayoutEffect, useMemo, useRef } from 'preact/hooks';
import type { BinderContext } from '../../binder/context.ts';
import { nameOf } from '../../binder/page-name.ts';
import { toast } from '../../design/toast.tsx';
import { createEditor, type Editor } from '../../draw/editor/editor.ts';
import { LiveLayer } from '../../draw/parts/live-layer.tsx';
import { Pointers } from '../../draw/parts/pointers.tsx';
import { ZoomPill } from '../../draw/parts/zoom-pill.tsx';
import { viewer as viewerText } from '../../strings/messages/viewer.ts';
import { AnnotationLayer } from '../../viewer/annotations.tsx';
import { PageContent } from '../../viewer/content.tsx';
import { Stage, type StageHandle } from '../../viewer/stage.tsx';
import type { View } from '../../viewer/view.ts';
import type { PageViewport } from '../../viewer/viewport.ts';

interface WatchedPageProps {
  binder: BinderContext;
  page: PageWithoutAnnotations;
  view: View;
  handle: (stage: StageHandle | undefined) => void;
  children?: ComponentChildren;
}

export function WatchedPage({ binder, page, view, handle, children }: WatchedPageProps) {
  const editor = useMemo(() => createEditor(binder, page, toast), [binder, page.id]);
  const player = useSignal<HTMLMediaElement | undefined>(undefined);
  useEffect(() => () => editor.close(), [editor]);
  return (
    <div class="draw meet-watched">
      <Stage
        key={page.id}
        page={page}
        view={view}
        label={viewerText.stage(nameOf(page))}
        content={(viewport) => (
          <PageContent binder={binder} page={page} viewport={viewport} player={player} />
        )}
        handle={handle}
      >
        {(viewport) => (
          <>
            <Drawn editor={editor} viewport={viewport} />
            <Ruler editor={editor} />
            <LiveLayer editor={editor} />
            <Pointers editor={editor} viewport={viewport} />
            {children}
          </>
        )}
      </Stage>
      <ZoomPill view={view} />
    </div>
  );
}

function Drawn({ editor, viewport }: { editor: Editor; viewport: PageViewport }) {
  const { annotations, hidden } = editor;
  return <AnnotationLayer viewport={viewport} annotations={annotations.view.value} hidden={hidden.value} />;
}

function Ruler({ editor }: { editor: Editor }) {
  const ruler = useRef<SVGSVGElement>(null);
  useLayoutEffect(() => {
    editor.ruler = ruler.current;
  }, [editor]);
  return <svg ref={ruler} class="stage-layer draw-ruler" aria-hidden="true" />;
}
