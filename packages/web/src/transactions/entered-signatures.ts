import type { StepSignature } from '@ringbinder/protocol';
import type { EnteredSignature, EnteredSignatures } from './signature-pad.tsx';

export const onFilesOf = (
  places: readonly StepSignature[],
  signatures: EnteredSignatures,
): EnteredSignatures =>
  Object.fromEntries(
    places.flatMap(({ id, base_file_id }): [string, EnteredSignature][] => {
      const given = signatures[id];
      if (!given?.text?.trim() && !given?.strokes?.length) return [];
      return [[id, { ...given, ...(base_file_id && { base_file_id }) }]];
    }),
  );
