import type { PageWithoutAnnotations } from '@ringbinder/protocol';
import { useEffect, useState } from 'preact/hooks';
import type { BinderContext } from '../binder/context.ts';
import { kindOf } from '../binder/page-kind.ts';
import { viewer as text } from '../strings/messages/viewer.ts';
import { saveUploadedFile } from './downloads.ts';
import { type PageText, readPageText } from './page-text.ts';

interface PageProblemsProps {
  binder: BinderContext;
  page: PageWithoutAnnotations;
  isLate: boolean;
}

const NONE: PageText['problems'] = [];

export function PageProblems({ binder, page, isLate }: PageProblemsProps) {
  const [problems, setProblems] = useState(NONE);
  useEffect(() => {
    if (!kindOf(page).hasProblems) return;
    let isThere = true;
    readPageText(binder, page).then(
      (answer) => isThere && setProblems(answer.problems),
      () => undefined,
    );
    return () => {
      isThere = false;
    };
  }, [page.id, page.file_id]);
  const words = problems.map((problem) => text.problems[problem]);
  if (isLate && !problems.includes('page')) words.push(text.problems.late);
  if (words.length === 0) return null;
  return (
    <p class="page-problems" role="status">
      <span>{words.join(' ')}</span>
      {page.file_id && (
        <button type="button" class="button compact" onClick={() => saveUploadedFile(binder, page)}>
          {text.problems.download}
        </button>
      )}
    </p>
  );
}
