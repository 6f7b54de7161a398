import { createHash } from 'node:crypto';
import type { Action, SignaturePlace } from '@ringbinder/protocol';
import { MAX_SIGNATURES_LENGTH } from '@ringbinder/protocol/signature-area.ts';
import {
  type Because,
  because,
  type FieldError,
  fieldError,
  invalid,
  invalidFields,
  preconditionFailed,
  withDetails,
} from '../../errors.ts';
import type { LogBodies } from '../../log/index.ts';
import type { StepInput } from './schema.ts';
import type { SignablePage, StoredSignature, StoredSignatures } from './signature-queries.ts';
import type { SignaturesInput } from './signature-schema.ts';

export function planSignatures(
  {
    action_style = 'BUTTON',
    signatures,
    required,
  }: Pick<StepInput, 'action_style' | 'signatures' | 'required'>,
  path: string,
): readonly SignaturePlace[] | null {
  const isSign = action_style.toUpperCase() === 'SIGN';
  if (!isSign && signatures !== undefined) throw invalid(`${path}.signatures`, 'needs the action_style SIGN');
  if (!isSign) return null;
  if (signatures === undefined) throw invalid(`${path}.signatures`, 'is required with the action_style SIGN');
  if (required !== undefined && required !== 1)
    throw invalid(
      `${path}.required`,
      'must be 1 with the action_style SIGN: a second person signs in another step, at another place',
    );
  const ids = new Set<string>();
  for (const [index, { id }] of signatures.entries()) {
    if (ids.has(id))
      throw invalid(`${path}.signatures[${index}].id`, 'is the id of another place of the step');
    ids.add(id);
  }
  return signatures;
}

export interface NamedPlace {
  place: SignaturePlace;
  path: string;
}

export const namedPlaces = (
  steps: readonly { signaturePlaces: readonly SignaturePlace[] | null }[],
): NamedPlace[] =>
  steps.flatMap(({ signaturePlaces }, step) =>
    (signaturePlaces ?? []).map((place, index) => ({ place, path: `steps[${step}].signatures[${index}]` })),
  );

export function checkPlaces(places: readonly NamedPlace[], pages: ReadonlyMap<number, SignablePage>): void {
  const problems = places.flatMap(({ place, path }) => {
    const problem = placeProblem(place, pages.get(place.page_id));
    return problem ? [fieldError(`${path}.${problem.field}`, problem.text)] : [];
  });
  if (problems.length > 0) throw invalidFields(problems);
}

const PDF = 'application/pdf';
/** In points. Page sizes are rounded. */
const TOLERANCE = 0.01;

function placeProblem(
  { x, y, width, height }: SignaturePlace,
  page: SignablePage | undefined,
): { field: string; text: Because | string } | undefined {
  if (!page) return { field: 'page_id', text: because('not_page_of_binder') };
  if (page.mime_type !== PDF || page.type !== 'PAGE_TYPE_PDF')
    return { field: 'page_id', text: because('not_a_pdf_page') };
  if (x + width > page.width + TOLERANCE)
    return { field: 'width', text: `ends beyond the page, which is ${page.width} points wide` };
  return y + height > page.height + TOLERANCE
    ? { field: 'height', text: `ends beyond the page, which is ${page.height} points high` }
    : undefined;
}

export function checkSignatures(
  places: readonly SignaturePlace[] | null,
  { outcome }: Pick<Action, 'outcome'>,
  input: SignaturesInput | undefined,
  pages: ReadonlyMap<number, SignablePage>,
): StoredSignatures | null {
  if (places === null) {
    if (input !== undefined) throw invalid('signatures', 'is only for a step that asks for signatures');
    return null;
  }
  if (outcome === 'rejected') {
    if (Object.keys(input ?? {}).length === 0) return null;
    throw invalid('signatures', 'are not for a button that rejects');
  }
  const given = new Map(Object.entries(input ?? {}));
  const wrong = [...given].flatMap(([id, signature]): FieldError[] => {
    const problem = places.some((place) => place.id === id)
      ? signatureProblem(signature)
      : 'is not a place of the step';
    return problem === undefined ? [] : [fieldError(`signatures.${id}`, problem)];
  });
  if (wrong.length === 0 && JSON.stringify(input ?? {}).length > MAX_SIGNATURES_LENGTH)
    wrong.push({
      path: 'signatures',
      ...because('characters_in_all', { limit: MAX_SIGNATURES_LENGTH }),
    });
  if (wrong.length > 0) throw invalidFields(wrong);
  const missing = places.flatMap((place): FieldError[] => {
    const problem = given.has(place.id)
      ? pageProblem(place, given.get(place.id), pages.get(place.page_id))
      : place.required && withDetails(because('signatures_missing'), `“${place.label}” needs a signature`);
    return problem ? [fieldError(`signatures.${place.id}`, problem)] : [];
  });
  if (missing.length > 0) {
    const message = `signature ${missing.map(({ message }) => message).join('; ')}`;
    const [{ reason = '', params = {} } = {}] = missing;
    throw preconditionFailed({ message, reason, params }, missing);
  }
  const signed = places.flatMap((place): [string, StoredSignature][] => {
    const signature = given.get(place.id);
    const page = pages.get(place.page_id);
    if (!signature || !page) return [];
    const { text, strokes } = signature;
    const content = text === undefined ? { strokes: strokes ?? [] } : { text };
    const { base_file_id: file_id, page_index, width: page_width, height: page_height, sha256 } = page;
    const of = { file_id, page_index, page_width, page_height, file_sha256: sha256 };
    return [[place.id, { ...content, sha256: digestOf(content), ...of }]];
  });
  return Object.fromEntries(signed);
}

function pageProblem(
  place: SignaturePlace,
  signature: SignaturesInput[string] | undefined,
  page: SignablePage | undefined,
): Because | undefined {
  if (placeProblem(place, page)) return because('signature_place_gone', { label: place.label });
  const seen = signature?.base_file_id;
  return seen === undefined || seen === page?.base_file_id
    ? undefined
    : because('signature_file_changed', { label: place.label });
}

const digestOf = (content: object) => createHash('sha256').update(JSON.stringify(content)).digest('hex');

function signatureProblem({ text, strokes }: SignaturesInput[string]): Because | string | undefined {
  if ((text === undefined) === (strokes === undefined)) return 'must have either text or strokes';
  if (text !== undefined && text.trim() === '') return because('signature_invisible');
  return strokes?.some(({ length }) => length % 2 === 1)
    ? 'has a stroke with an odd number of coordinates'
    : undefined;
}

export const SIGNATURE_JOBS = 'signatures';

export const signedPlaces = (
  places: readonly SignaturePlace[],
  signatures: StoredSignatures,
): NonNullable<LogBodies['step_pressed']['signatures']> =>
  places.flatMap(({ id, label, page_id }) => {
    const signature = Object.hasOwn(signatures, id) ? signatures[id] : undefined;
    if (!signature) return [];
    const { text, sha256 = '', file_sha256 } = signature;
    const style = text === undefined ? 'drawn' : 'typed';
    return [{ place: id, label, page_id, style, sha256, file_sha256 }];
  });
