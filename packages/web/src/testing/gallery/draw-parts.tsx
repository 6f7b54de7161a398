import { Pointer } from '../../draw/parts/pointers.tsx';
import { Action } from '../../draw/parts/tool-bar.tsx';
import { gallery as words } from './text.ts';

const nothing = () => undefined;

export function DrawParts() {
  const { actions, waiting, people } = words.draw;
  return (
    <div class="swatches">
      <div role="toolbar" aria-label={actions.label}>
        <Action name="undo" label={actions.on} act={nothing} />
        <Action name="redo" label={actions.off} isOff act={nothing} />
        <Action name="forward" label={actions.forward} act={nothing} />
        <Action name="backward" label={actions.backward} act={nothing} />
      </div>
      <p class="notice">{waiting}</p>
      {people.map((name, place) => (
        <span key={name} class="gallery-pin">
          <Pointer name={name} hue={2 * place} turns={0} left={0} top={0} />
        </span>
      ))}
    </div>
  );
}
