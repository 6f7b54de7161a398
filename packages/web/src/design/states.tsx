import type { ComponentChildren, ComponentType } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { text } from '../strings/common.ts';
import { withTexts } from '../strings/language.ts';
import { Icon } from './icon.tsx';

export function Empty({
  title,
  icon,
  children,
}: {
  title: string;
  icon?: ComponentChildren;
  children?: ComponentChildren;
}) {
  return (
    <div class="empty">
      {icon}
      <h2 dir="auto">{title}</h2>
      {children && <p>{children}</p>}
    </div>
  );
}

export function Failed({ message, retry }: { message: string; retry: () => void }) {
  const [isDrawn, setIsDrawn] = useState(false);
  useEffect(() => setIsDrawn(true), []);
  return (
    <Alert as="div" class="empty">
      {isDrawn && (
        <>
          <Icon name="warning" />
          <h2>{text.failed}</h2>
          <p>{message}</p>
          <button type="button" class="button compact" onClick={retry}>
            {text.actions.retry}
          </button>
        </>
      )}
    </Alert>
  );
}

interface AlertProps {
  children: ComponentChildren;
  class?: string;
  id?: string;
  as?: 'p' | 'div' | 'span';
}

/** The Orca screen reader speaks an alert only if the alert's element existed before the text was added. */
export const Alert = ({ children, class: look, id, as: Element = 'p' }: AlertProps) => (
  <Element role="alert" class={children ? (look ?? 'wrong small') : 'hidden-visually'} id={id}>
    {children}
  </Element>
);

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

export function Badge({ tone = '', children }: { tone?: Tone; children: ComponentChildren }) {
  return <span class={`badge ${tone}`}>{children}</span>;
}

interface Loaded<P> {
  component?: ComponentType<P> | undefined;
  hasFailed?: boolean;
}

export function lazy<P extends object>(
  load: () => Promise<ComponentType<P>>,
  waiting: 'shown' | 'quiet' = 'shown',
): ComponentType<P> {
  let loadedComponent: ComponentType<P> | undefined;
  return function Lazy(props: P) {
    const [{ component: Component, hasFailed }, setLoaded] = useState<Loaded<P>>({
      component: loadedComponent,
    });
    const [attempt, setAttempt] = useState(0);
    useEffect(() => {
      let isThere = true;
      const settle = (settled: Loaded<P>) => isThere && setLoaded(settled);
      // Another instance may have loaded the component since the first render.
      settle({ component: loadedComponent });
      if (loadedComponent) return;
      withTexts(load()).then(
        (component) => {
          loadedComponent = component;
          settle({ component });
        },
        () => settle({ hasFailed: true }),
      );
      return () => {
        isThere = false;
      };
    }, [attempt]);
    if (Component) return <Component {...props} />;
    if (hasFailed) return <Failed message={text.offline} retry={() => setAttempt((before) => before + 1)} />;
    return waiting === 'shown' ? <Skeleton /> : null;
  };
}
