import type { PageWithoutAnnotations } from '@ringbinder/protocol';
import { useEffect, useState } from 'preact/hooks';
import type { BinderContext } from '../binder/context.ts';
import { viewer as text } from '../strings/en/viewer.ts';
import { saveFile } from './downloads.ts';
import { type PageText, readPageText } from './page-text.ts';

interface PageProblemsProps {
  binder: BinderContext;
  page: PageWithoutAnnotations;
}

const NONE: PageText['problems'] = [];

/** Says below a page of a file what of it cannot be shown, and offers the file. */
export function PageProblems({ binder, page }: PageProblemsProps) {
  const [problems, setProblems] = useState(NONE);
  useEffect(() => {
    let isThere = true;
    readPageText(binder, page).then(
      (answer) => isThere && setProblems(answer.problems),
      () => undefined,
    );
    return () => {
      isThere = false;
    };
  }, [page.id, page.file_id]);
  if (problems.length === 0) return null;
  return (
    <p class="page-problems" role="status">
      <span>{problems.map((problem) => text.problems[problem]).join(' ')}</span>
      <button type="button" class="button compact" onClick={() => saveFile(binder, page)}>
        {text.problems.download}
      </button>
    </p>
  );
}
