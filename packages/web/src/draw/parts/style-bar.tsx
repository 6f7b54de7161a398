import { useRef } from 'preact/hooks';
import { Lines } from '../../design/icon.tsx';
import { draw as text } from '../../strings/messages/draw.ts';
import { duplicate, removeSelected, reorder, restyle, selectSeveral } from '../editor/commands.ts';
import type { Editor } from '../editor/editor.ts';
import { moveByPress } from '../editor/selecting.ts';
import { COLOURS, PAPERS, SIZES, type Tool } from '../editor/tools.ts';
import type { ShapeKind } from '../model/shape.ts';
import { focusSurface } from './bars.ts';
import { Action, moveFocus } from './tool-bar.tsx';
import { ACTION_LINES } from './tool-lines.ts';

type Trait = 'colour' | 'paper' | 'size' | 'filled' | 'dashed';

const TRAITS: Readonly<Record<ShapeKind, readonly Trait[]>> = {
  pen: ['colour', 'size'],
  marker: ['paper', 'size'],
  highlight: ['paper'],
  line: ['colour', 'size', 'dashed'],
  arrow: ['colour', 'size', 'dashed'],
  rectangle: ['colour', 'size', 'filled', 'dashed'],
  ellipse: ['colour', 'size', 'filled', 'dashed'],
  text: ['colour', 'size'],
  note: ['paper', 'size'],
  stamp: ['colour', 'size'],
  signature: ['colour'],
  picture: [],
  foreign: [],
};

interface StyleBarProps {
  editor: Editor;
  /** CSS pixels per page unit. */
  scale: () => number;
}

export function StyleBar({ editor, scale }: StyleBarProps) {
  const bar = useRef<HTMLDivElement>(null);
  const { tool, selection, style, annotations } = editor;
  // Subscribes to changes.
  annotations.view.value;
  const hasSelection = selection.value.size > 0;
  const shapes = hasSelection ? editor.selected().map(({ shape }) => shape) : [];
  const traits = new Set(
    hasSelection
      ? shapes.flatMap(({ kind }) => TRAITS[kind])
      : (TRAITS[tool.value as ShapeKind & Tool] ?? []).filter(
          // A stamp's colour can change only after the stamp is placed.
          (trait) => tool.value !== 'stamp' || trait !== 'colour',
        ),
  );
  if (!editor.binder.canWrite.value || (!hasSelection && traits.size === 0)) return null;
  const stop = (['colour', 'paper', 'size'] as const).find((trait) => traits.has(trait));
  const [only] = shapes;
  const selectedShape = hasSelection && only && shapes.length === 1 ? only : undefined;
  const colour = traits.has('colour') && selectedShape ? selectedShape.colour : style.value.colour;
  const paper = traits.has('paper') && selectedShape ? selectedShape.colour : style.value.paper;
  const isFilled =
    selectedShape && 'fill' in selectedShape ? selectedShape.fill !== null : style.value.isFilled;
  const isDashed =
    selectedShape && 'isDashed' in selectedShape ? selectedShape.isDashed : style.value.isDashed;
  return (
    <div
      class="draw-style"
      role="toolbar"
      aria-label={text.styleBar}
      ref={bar}
      onKeyDown={(event) => bar.current && moveFocus(bar.current, event)}
    >
      {traits.has('colour') && (
        <Colours
          label={text.colour}
          of={COLOURS}
          chosen={colour}
          isFirst={stop === 'colour'}
          choose={(chosen) => restyle(editor, { colour: chosen })}
        />
      )}
      {traits.has('paper') && (
        <Colours
          label={text.paper}
          of={PAPERS}
          chosen={paper}
          isFirst={stop === 'paper'}
          choose={(chosen) => restyle(editor, { paper: chosen })}
        />
      )}
      {traits.has('size') && (
        <fieldset class="draw-group" aria-label={text.size}>
          {SIZES.map((size) => (
            <button
              key={size}
              type="button"
              class={`tool draw-size ${size}`}
              tabIndex={stop === 'size' && size === style.value.size ? 0 : -1}
              aria-pressed={size === style.value.size}
              aria-label={text.sizes[size]}
              title={text.sizes[size]}
              onClick={() => restyle(editor, { size })}
            >
              <span />
            </button>
          ))}
        </fieldset>
      )}
      <div class="draw-group">
        {traits.has('filled') && (
          <Toggle
            name="filled"
            label={text.filled}
            isOn={isFilled}
            flip={() => restyle(editor, { isFilled: !isFilled })}
          />
        )}
        {traits.has('dashed') && (
          <Toggle
            name="dashed"
            label={text.dashed}
            isOn={isDashed}
            flip={() => restyle(editor, { isDashed: !isDashed })}
          />
        )}
        {hasSelection && (
          <>
            <SelectionToggles editor={editor} scale={scale} isFirst={stop === undefined} />
            {(['front', 'forward', 'backward', 'back'] as const).map((to) => (
              <Action key={to} name={to} label={text.reorder[to]} act={() => reorder(editor, to)} />
            ))}
            <Action name="duplicate" label={text.duplicate} act={() => duplicate(editor)} />
            <Action
              name="erase"
              label={text.erase}
              act={() => {
                focusSurface(bar.current);
                removeSelected(editor);
              }}
            />
          </>
        )}
      </div>
    </div>
  );
}

interface SelectionTogglesProps extends StyleBarProps {
  isFirst: boolean;
}

function SelectionToggles({ editor, scale, isFirst }: SelectionTogglesProps) {
  const { pending, isCollecting } = editor;
  const isMoving = pending.value?.isMove === true;
  const startMove = (button: HTMLElement) => {
    pending.peek()?.cancel();
    pending.value = isMoving ? undefined : moveByPress(editor, scale());
    if (isMoving) return;
    focusSurface(button);
    editor.announce(text.pressTarget);
  };
  return (
    <>
      <Toggle name="move" label={text.move} isOn={isMoving} isFirst={isFirst} flip={startMove} />
      <Toggle
        name="several"
        label={text.selectSeveral}
        isOn={isCollecting.value}
        flip={() => selectSeveral(editor, !isCollecting.peek())}
      />
    </>
  );
}

interface ColoursProps {
  label: string;
  of: readonly string[];
  chosen: string;
  isFirst: boolean;
  choose: (colour: string) => void;
}

const COLOUR_NAMES: Readonly<Record<string, keyof typeof text.colours>> = {
  '#1e1e1e': 'black',
  '#e03131': 'red',
  '#f08c00': 'orange',
  '#2f9e44': 'green',
  '#1971c2': 'blue',
  '#9c36b5': 'violet',
  '#868e96': 'grey',
  '#ffffff': 'white',
  '#ffe066': 'yellow',
  '#b2f2bb': 'lightGreen',
  '#a5d8ff': 'lightBlue',
  '#ffc9c9': 'pink',
  '#eebefa': 'lilac',
  '#ffd8a8': 'peach',
};

const nameOfColour = (colour: string) => {
  const name = COLOUR_NAMES[colour];
  return name && text.colours[name];
};

function Colours({ label, of, chosen, isFirst, choose }: ColoursProps) {
  return (
    <fieldset class="draw-group" aria-label={label}>
      {of.map((colour, index) => (
        <button
          key={colour}
          type="button"
          class="draw-colour"
          tabIndex={isFirst && (colour === chosen || (index === 0 && !of.includes(chosen))) ? 0 : -1}
          aria-pressed={colour === chosen}
          aria-label={nameOfColour(colour)}
          title={nameOfColour(colour)}
          onClick={() => choose(colour)}
        >
          <span style={{ background: colour }} />
        </button>
      ))}
    </fieldset>
  );
}

interface ToggleProps {
  name: keyof typeof ACTION_LINES;
  label: string;
  isOn: boolean;
  isFirst?: boolean;
  flip: (button: HTMLElement) => void;
}

function Toggle({ name, label, isOn, isFirst = false, flip }: ToggleProps) {
  return (
    <button
      type="button"
      class="tool"
      tabIndex={isFirst ? 0 : -1}
      aria-pressed={isOn}
      aria-label={label}
      title={label}
      onClick={({ currentTarget }) => flip(currentTarget)}
    >
      <Lines d={ACTION_LINES[name]} />
    </button>
  );
}
