import { useSignal } from '@preact/signals';
import type { PageWithoutAnnotations } from '@ringbinder/protocol';
import type { ComponentChildren } from 'preact';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { BinderContext } from '../binder/context.ts';
import { nameOf } from '../binder/page-name.ts';
import { adoptStyles } from '../design/adopt-styles.ts';
import { toast } from '../design/toast.tsx';
import { draw as text } from '../strings/messages/draw.ts';
import { viewer as viewerText } from '../strings/messages/viewer.ts';
import { AnnotationLayer } from '../viewer/annotations.tsx';
import { PageContent } from '../viewer/content.tsx';
import { Stage, type StageHandle } from '../viewer/stage.tsx';
import { createView, type View } from '../viewer/view.ts';
import type { PageViewport } from '../viewer/viewport.ts';
import { selectSeveral } from './editor/commands.ts';
import { createEditor, type Editor } from './editor/editor.ts';
import { loadFont } from './editor/measure.ts';
import { readTextLines } from './editor/page-text.ts';
import { addPicture } from './editor/pasting.ts';
import { loadSignature, storeSignature } from './editor/stored-signature.ts';
import { loadTool, storeTool } from './editor/stored-tool.ts';
import type { Tool } from './editor/tools.ts';
import css from './on-demand.css?inline';
import { Announcer, Waiting } from './parts/announcer.tsx';
import { moveToNextBar } from './parts/bars.ts';
import { SignaturePad } from './parts/signature-pad.tsx';
import { StyleBar } from './parts/style-bar.tsx';
import { Surface } from './parts/surface.tsx';
import { ToolBar } from './parts/tool-bar.tsx';
import { ZoomPill } from './parts/zoom-pill.tsx';

interface DrawProps {
  binder: BinderContext;
  page: PageWithoutAnnotations;
  close: () => void;
  view?: View;
  handle?: (stage: StageHandle | undefined) => void;
  over?: ComponentChildren;
}

export function Draw({ binder, page, close, over, ...rest }: DrawProps) {
  adoptStyles(css);
  const view = useMemo(() => rest.view ?? createView(), []);
  const editor = useMemo(() => createEditor(binder, page, toast), [binder, page.id]);
  const stage = useRef<StageHandle | undefined>(undefined);
  const picture = useRef<HTMLInputElement>(null);
  const player = useSignal<HTMLMediaElement | undefined>(undefined);
  const [isSigning, setSigning] = useState(false);
  useEffect(() => () => editor.close(), [editor]);
  useEffect(() => {
    void loadFont();
    void readTextLines(binder, page.id).then((lines) => {
      editor.textLines = lines;
    });
    const signature = loadSignature(binder.me.id);
    editor.placeable.value = { ...editor.placeable.peek(), signature };
    if (binder.canWrite.peek()) editor.tool.value = loadTool(binder.me.id);
  }, [editor]);

  const choose = (tool: Tool) => {
    if (tool === 'picture') return picture.current?.click();
    const isAgain = editor.tool.peek() === tool;
    selectSeveral(editor, false);
    editor.tool.value = tool;
    storeTool(binder.me.id, tool);
    if (tool !== 'select' && tool !== 'hand') editor.selection.value = new Set();
    if (tool === 'signature' && (isAgain || !editor.placeable.peek().signature)) setSigning(true);
    editor.announce(text.tools[tool]);
  };
  return (
    <div class="draw" onKeyDownCapture={moveToNextBar}>
      <Stage
        key={page.id}
        page={page}
        view={view}
        label={viewerText.stage(nameOf(page))}
        content={(viewport) => (
          <PageContent binder={binder} page={page} viewport={viewport} player={player} />
        )}
        handle={(handle) => {
          stage.current = handle;
          rest.handle?.(handle);
        }}
      >
        {(viewport) => (
          <>
            <Grid editor={editor} viewport={viewport} />
            <Still editor={editor} viewport={viewport} />
            <Surface
              editor={editor}
              viewport={viewport}
              choose={choose}
              close={close}
              stage={() => stage.current}
            />
            {over}
          </>
        )}
      </Stage>
      <ToolBar editor={editor} choose={choose} close={close} />
      <StyleBar editor={editor} scale={() => stage.current?.scale.peek() ?? 1} />
      <ZoomPill view={view} />
      <Waiting editor={editor} />
      <Announcer editor={editor} />
      <input
        ref={picture}
        type="file"
        class="draw-file"
        accept="image/png,image/jpeg,image/gif,image/webp,image/avif"
        aria-label={text.pictureLabel}
        tabIndex={-1}
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? [];
          currentTarget.value = '';
          if (file) void addPicture(editor, file, { x: page.width / 2, y: page.height / 2 });
        }}
      />
      {isSigning && (
        <SignaturePad
          close={() => setSigning(false)}
          use={(signature) => {
            storeSignature(binder.me.id, signature);
            editor.placeable.value = { ...editor.placeable.peek(), signature };
            setSigning(false);
          }}
        />
      )}
    </div>
  );
}

function Still({ editor, viewport }: { editor: Editor; viewport: PageViewport }) {
  const { annotations, hidden } = editor;
  return <AnnotationLayer viewport={viewport} annotations={annotations.view.value} hidden={hidden.value} />;
}

function Grid({ editor, viewport }: { editor: Editor; viewport: PageViewport }) {
  if (!editor.hasGrid.value) return null;
  const step = 40 * editor.unit * viewport.scale.value;
  return <div class="stage-layer draw-grid" style={{ backgroundSize: `${step}px ${step}px` }} />;
}
