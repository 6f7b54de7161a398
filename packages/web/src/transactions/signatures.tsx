import type { Step, Transaction } from '@ringbinder/protocol';
import type { BinderContext } from '../binder/context.ts';
import { nameOf } from '../binder/page-name.ts';
import { Glyph } from '../design/glyph.tsx';
import { signatures as text } from '../strings/messages/signatures.ts';
import { saveUploadedFile } from '../viewer/downloads.ts';
import { isTurnOf } from './progress.ts';
import { SignaturePicture } from './signature-pad.tsx';

interface SignaturesProps {
  binder: BinderContext;
  transaction: Transaction;
  step: Step;
}

export function Signatures({ binder, transaction, step }: SignaturesProps) {
  const canSign = transaction.is_active && !transaction.outcome && isTurnOf(step, binder.me.id);
  return (
    <div class="file-requests small">
      <p class="muted">{canSign ? text.signFirst : text.places}</p>
      <ul class="requested-files">
        {(step.signatures ?? []).map((place) => {
          const { id, label, required, page_id, signature } = place;
          const isErased = signature && signature.sha256 === undefined;
          return (
            <li key={id}>
              <div class="requested-file">
                <a dir="auto" href={`${binder.links.page(page_id)}?transaction=${transaction.id}`}>
                  {required ? label : text.optional(label)}
                </a>
                {isErased && <span class="muted">· {text.erased}</span>}
                {!signature && !canSign && <span class="muted">· {text.notSigned}</span>}
              </div>
              {signature && !isErased && <SignaturePicture place={place} value={signature} />}
              {signature && signature.file_id === undefined && <p class="muted">{text.drawing}</p>}
            </li>
          );
        })}
      </ul>
    </div>
  );
}

export function SignedDocuments({ binder, transaction }: Omit<SignaturesProps, 'step'>) {
  const places = transaction.steps.flatMap(({ signatures = [] }) => signatures);
  const documents = new Map(
    places.flatMap(({ page_id, signature }) => {
      const page = binder.state.value?.pages.find(({ id }) => id === page_id);
      const file_id = signature?.file_id;
      return page && file_id !== undefined ? [[file_id, { ...page, file_id }]] : [];
    }),
  );
  if (documents.size === 0) return null;
  return (
    <p class="transaction-about">
      {[...documents].map(([id, page]) => (
        <button key={id} type="button" class="button" onClick={() => void saveUploadedFile(binder, page)}>
          <Glyph name="download" />
          <bdi>{text.download(nameOf(page))}</bdi>
        </button>
      ))}
    </p>
  );
}
