import type { Step, Transaction } from '@ringbinder/protocol';
import type { BinderContext } from '../binder/context.ts';
import { signatures as text } from '../strings/messages/signatures.ts';
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
              <a dir="auto" href={`${binder.links.page(page_id)}?transaction=${transaction.id}`}>
                {required ? label : text.optional(label)}
              </a>
              {signature && !isErased && <SignaturePicture place={place} value={signature} />}
              {isErased && <span class="muted"> · {text.erased}</span>}
              {signature && signature.file_id === undefined && <p class="muted">{text.drawing}</p>}
              {!signature && !canSign && <span class="muted"> · {text.notSigned}</span>}
            </li>
          );
        })}
      </ul>
    </div>
  );
}
