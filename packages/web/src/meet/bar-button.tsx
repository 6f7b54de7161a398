import { meeting as text } from '../strings/messages/meeting.ts';
import { MeetGlyph, type MeetGlyphName } from './glyphs.tsx';

interface BarButtonProps {
  glyph: MeetGlyphName;
  label: string;
  isPressed?: boolean;
  isExpanded?: boolean;
  hasMenu?: boolean;
  hasDialog?: boolean;
  count?: number | undefined;
  alerts?: number;
  onClick: (button: HTMLButtonElement) => void;
}

export function BarButton(props: BarButtonProps) {
  const { glyph, label, isPressed, isExpanded, hasMenu, hasDialog, count, alerts = 0, onClick } = props;
  const name = count === undefined ? label : `${label}, ${count}`;
  return (
    <button
      type="button"
      class="meet-button"
      aria-label={alerts > 0 ? `${name}, ${text.people.waitingShort(alerts)}` : name}
      title={label}
      aria-pressed={isPressed}
      aria-expanded={isExpanded}
      aria-haspopup={hasMenu ? 'menu' : hasDialog ? 'dialog' : undefined}
      onClick={({ currentTarget }) => onClick(currentTarget)}
    >
      <MeetGlyph name={glyph} />
      {count !== undefined && (
        <span class="meet-count" data-alert={alerts > 0} aria-hidden="true">
          {alerts > 0 ? alerts : count}
        </span>
      )}
    </button>
  );
}
