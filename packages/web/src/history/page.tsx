import { useEffect, useState } from 'preact/hooks';
import type { BinderContext } from '../binder/context.ts';
import { Skeleton } from '../design/states.tsx';
import { loadStyles } from '../meet/styles.ts';
import { Audit } from './audit.tsx';
import { History } from './index.tsx';
import type { PastPage } from './past-page.ts';

interface PageProps {
  binder: BinderContext;
  past: PastPage;
  styles: string;
}

export function PageOnThePast({ binder, past, styles }: PageProps) {
  const [isReady, setReady] = useState(false);
  useEffect(() => {
    loadStyles(styles).then(() => setReady(true));
  }, [styles]);
  if (!isReady) return <Skeleton />;
  return past.kind === 'history' ? (
    <History binder={binder} />
  ) : (
    <Audit binder={binder} id={past.transactionId} />
  );
}
