import type { PageDocument } from '../binder/documents.ts';
import { adoptStyles } from '../design/adopt-styles.ts';
import { useControl } from '../design/form-dialog.tsx';
import { signatures as words } from '../strings/messages/signatures.ts';
import { DraftItem, DraftList, type DraftProps } from './draft-list.tsx';
import css from './place-preview.css?inline';
import { PlacePreview } from './place-preview.tsx';
import { type DraftPlace, draftPlace, MAX_PLACES, POSITIONS, type Position } from './signature-draft.ts';

interface SignatureBuilderProps {
  places: readonly DraftPlace[];
  path: string;
  documents: readonly PageDocument[];
  change: (places: readonly DraftPlace[]) => void;
}

export function SignatureBuilder({ places, path, documents, change }: SignatureBuilderProps) {
  adoptStyles(css);
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
  const chosen = pages.find(({ id }) => id === place.page?.id);
  return (
    <DraftItem draft={place} at={at} path={path} change={change} words={words}>
      <select
        {...page.control}
        class="place-page"
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
        value={place.corner ? '' : place.position}
        onChange={({ currentTarget: { value } }) =>
          change({ ...place, position: value as Position, corner: undefined })
        }
      >
        {place.corner && <option value="">{words.customPosition}</option>}
        {Object.entries(POSITIONS).map(([position, name]) => (
          <option key={position} value={position}>
            {words.positions[name]}
          </option>
        ))}
      </select>
      {page.reason}
      {chosen && <PlacePreview place={place} page={chosen} at={at} change={change} />}
    </DraftItem>
  );
}
