import type { ComponentType } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { text } from '../strings/app.ts';
import { Failed, Skeleton } from './states.tsx';

type Loaded<P> = { state: 'loading' } | { state: 'failed' } | { state: 'ready'; component: ComponentType<P> };

/**
 * A component that is fetched when it is shown first. One that could not be fetched can be tried again.
 * @param waiting whether something stands in its place until then
 */
export function lazy<P extends object>(
  load: () => Promise<ComponentType<P>>,
  waiting: 'shown' | 'quiet' = 'shown',
): ComponentType<P> {
  let known: ComponentType<P> | undefined;
  return function Lazy(props: P) {
    const [loaded, setLoaded] = useState<Loaded<P>>(
      known ? { state: 'ready', component: known } : { state: 'loading' },
    );
    const [attempt, setAttempt] = useState(0);
    useEffect(() => {
      let isThere = true;
      const settle = (settled: Loaded<P>) => isThere && setLoaded(settled);
      // It may have come for another one between this one's first drawing and here.
      if (known) {
        settle({ state: 'ready', component: known });
        return;
      }
      settle({ state: 'loading' });
      load().then(
        (component) => {
          known = component;
          settle({ state: 'ready', component });
        },
        () => settle({ state: 'failed' }),
      );
      return () => {
        isThere = false;
      };
    }, [attempt]);
    if (loaded.state === 'loading') return waiting === 'shown' ? <Skeleton /> : null;
    if (loaded.state === 'failed')
      return <Failed message={text.offline} retry={() => setAttempt((before) => before + 1)} />;
    const { component: Component } = loaded;
    return <Component {...props} />;
  };
}
