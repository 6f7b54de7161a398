import type { BinderState } from '@ringbinder/client';
import type { PageWithoutAnnotations } from '@ringbinder/protocol';
import type { ComponentChildren } from 'preact';
import { useMemo } from 'preact/hooks';
import type { BinderContext } from '../binder/context.ts';
import { viewer as text } from '../strings/en/viewer.ts';
import { AnnotationLayer } from './annotations.tsx';
import { ZoomBar } from './bar.tsx';
import { PageContent } from './content.tsx';
import { nameOf } from './names.ts';
import { Stage } from './stage.tsx';
import { createView } from './view.ts';

interface ViewerProps {
  binder: BinderContext;
  state: BinderState;
  page: PageWithoutAnnotations;
  /** What else can be done with the page where the viewer is shown. */
  children?: ComponentChildren;
}

const NONE: readonly never[] = [];

/** One page of a binder, to be looked at closely. */
export function Viewer({ state, page, children }: ViewerProps) {
  const view = useMemo(createView, []);
  const annotations = state.annotations[page.id] ?? NONE;
  return (
    <div class="viewer">
      <div class="viewer-bar" role="toolbar" aria-label={text.bar}>
        <ZoomBar view={view} />
        {children}
      </div>
      <Stage
        key={page.id}
        page={page}
        view={view}
        label={text.stage(nameOf(page))}
        content={<PageContent page={page} />}
      >
        {(viewport) => <AnnotationLayer viewport={viewport} annotations={annotations} />}
      </Stage>
    </div>
  );
}
