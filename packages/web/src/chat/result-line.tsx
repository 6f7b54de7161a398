import type { ComponentChildren } from 'preact';
import { formatSoon } from '../design/format.ts';

interface ResultLineProps {
  author: string;
  badge?: string | undefined;
  at: number;
  children: ComponentChildren;
}

export function ResultLine({ author, badge, at, children }: ResultLineProps) {
  const words = (
    <span dir="auto" class="result-text">
      {children}
    </span>
  );
  const isSystem = author === '';
  return (
    <>
      <span class={`result-head ${isSystem ? 'muted' : ''}`}>
        {isSystem ? words : <strong dir="auto">{author}</strong>}
        {badge && (
          <span dir="auto" class="badge">
            {badge}
          </span>
        )}
        <time class="muted small" dateTime={new Date(at).toISOString()}>
          {formatSoon(at)}
        </time>
      </span>
      {!isSystem && words}
    </>
  );
}
