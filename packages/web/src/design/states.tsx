import type { ComponentChildren } from 'preact';
import { text } from '../strings/common.ts';
import { Icon, type IconName } from './icon.tsx';

/** Says that there is nothing, and what to do about it. */
export function Empty({
  title,
  icon,
  children,
}: {
  title: string;
  icon?: IconName;
  children?: ComponentChildren;
}) {
  return (
    <div class="empty">
      {icon && <Icon name={icon} />}
      <h2>{title}</h2>
      {children && <p>{children}</p>}
    </div>
  );
}

/** Says that something did not load, with a button to try again. */
export function Failed({ message, retry }: { message: string; retry: () => void }) {
  return (
    <div class="empty" role="alert">
      <Icon name="warning" />
      <h2>{text.failed}</h2>
      <p>{message}</p>
      <button type="button" class="button compact" onClick={retry}>
        {text.actions.retry}
      </button>
    </div>
  );
}

/** Stands where rows will be. */
export function Skeleton({ rows = 5 }: { rows?: number }) {
  return (
    <div role="status">
      <span class="hidden-visually">{text.state.loading}</span>
      {Array.from({ length: rows }, (_, index) => (
        <div class="skeleton" key={index} />
      ))}
    </div>
  );
}

export type Tone = '' | 'good' | 'bad' | 'warn' | 'accent';

/** A short word on the state of a thing. */
export function Badge({ tone = '', children }: { tone?: Tone; children: ComponentChildren }) {
  return <span class={`badge ${tone}`}>{children}</span>;
}

/** Whether a thing is disabled. */
export function ActiveBadge({ disabled }: { disabled: boolean }) {
  return disabled ? (
    <Badge tone="bad">{text.state.disabled}</Badge>
  ) : (
    <Badge tone="good">{text.state.active}</Badge>
  );
}
