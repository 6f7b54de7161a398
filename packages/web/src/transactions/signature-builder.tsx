import type { PageDocument } from '../binder/documents.ts';
import { useControl } from '../design/form-dialog.tsx';
import { signatures as words } from '../strings/messages/signatures.ts';
import { DraftItem, DraftList, type DraftProps } from './draft-list.tsx';
import {
  boxOf,
  type DraftPlace,
  draftPlace,
  MAX_PLACES,
  POSITIONS,
  type Position,
} from './signature-draft.ts';

interface SignatureBuilderProps {
  places: readonly DraftPlace[];
  path: string;
  documents: readonly PageDocument[];
  change: (places: readonly DraftPlace[]) => void;
}

export function SignatureBuilder({ places, path, documents, change }: SignatureBuilderProps) {
  return (
    <DraftList
      drafts={places}
      path={`${path}.signatures`}
      change={change}
      max={MAX_PLACES}
      create={draftPlace}
      words={{ hint: words.builderHint, add: words.add }}
    >
      {({ key, ...props }) => <PlaceDraft key={key} {...props} documents={documents} />}
    </DraftList>
  );
}

interface PlaceDraftProps extends DraftProps<DraftPlace> {
  documents: readonly PageDocument[];
}

function PlaceDraft({ draft: place, at, path, documents, change }: PlaceDraftProps) {
  const page = useControl(`${path}.page_id`);
  const pdfs = documents.filter(({ first }) => first.type === 'PAGE_TYPE_PDF');
  const pages = pdfs.flatMap((document) => document.pages);
  return (
    <DraftItem draft={place} at={at} path={path} change={change} words={words}>
      <select
        {...page.control}
        aria-label={words.pageOf(at)}
        value={place.page?.id ?? ''}
        onChange={({ currentTarget: { value } }) =>
          change({ ...place, page: pages.find(({ id }) => String(id) === value) })
        }
      >
        <option value="">{words.choosePage}</option>
        {pdfs.map((document) =>
          document.pages.map(({ id }, index) => (
            <option key={id} value={id}>
              {words.pageNumber(document.name, index + 1)}
            </option>
          )),
        )}
      </select>
      <select
        aria-label={words.positionOf(at)}
        value={place.position}
        onChange={(event) => change({ ...place, position: event.currentTarget.value as Position })}
      >
        {Object.entries(POSITIONS).map(([position, name]) => (
          <option key={position} value={position}>
            {words.positions[name]}
          </option>
        ))}
      </select>
      {page.reason}
      <Preview place={place} picture={pages.find(({ id }) => id === place.page?.id)?.thumbnail_uri} />
    </DraftItem>
  );
}

/** Screen readers ignore the preview, because the lists contain the same information. */
function Preview({ place, picture }: { place: DraftPlace; picture: string | undefined }) {
  const { page } = place;
  if (!page) return null;
  const box = boxOf(place);
  return (
    <svg class="place-preview" viewBox={`0 0 ${page.width} ${page.height}`} aria-hidden="true">
      {picture && <image href={picture} width={page.width} height={page.height} preserveAspectRatio="none" />}
      <rect {...box} />
    </svg>
  );
}
