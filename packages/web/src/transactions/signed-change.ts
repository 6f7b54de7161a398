import type { Annotation, PageWithoutAnnotations, Signature, StepSignature } from '@ringbinder/protocol';

export type DrawnSignature = Signature & { file_id: string };

const isDrawn = (signature: Signature): signature is DrawnSignature => signature.file_id !== undefined;

/** Returns the latest signature if the page then got another file or a drawing. */
export function signatureBeforeChange(
  page: Pick<PageWithoutAnnotations, 'file_id'>,
  steps: readonly { places: readonly Pick<StepSignature, 'signature'>[] }[],
  annotations: readonly Pick<Annotation, 'created_time'>[],
): DrawnSignature | undefined {
  const signatures = steps.flatMap(({ places }) => places.flatMap(({ signature }) => signature ?? []));
  const latest = signatures.toSorted((one, other) => other.time - one.time)[0];
  // Until the server has drawn it, the page still has its former file.
  if (!latest || !isDrawn(latest)) return;
  const isChanged =
    page.file_id !== latest.file_id || annotations.some(({ created_time }) => created_time > latest.time);
  return isChanged ? latest : undefined;
}
