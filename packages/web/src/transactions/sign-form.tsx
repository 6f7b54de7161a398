import type { Action, StepSignature } from '@ringbinder/protocol';
import { useEffect, useState } from 'preact/hooks';
import { FormDialog, useWrong } from '../design/form-dialog.tsx';
import { signatures as text } from '../strings/messages/signatures.ts';
import { systemWords } from '../strings/system-words.ts';
import { onFilesOf } from './entered-signatures.ts';
import { type EnteredSignature, type EnteredSignatures, SignaturePad } from './signature-pad.tsx';

export interface Signing {
  places: readonly StepSignature[];
  readPlaces: () => Promise<readonly StepSignature[]>;
  /** Undefined if the step shows the pages. */
  pageHref?: ((id: number) => string) | undefined;
}

interface SignFormProps extends Signing {
  title: string;
  action: Action;
  send: (signatures: EnteredSignatures) => Promise<void>;
  close: () => void;
}

export function SignForm({ title, places, readPlaces, pageHref, action, send, close }: SignFormProps) {
  const [current, setCurrent] = useState<ReturnType<Signing['readPlaces']>>();
  useEffect(() => {
    const read = readPlaces();
    // A press of the button shows the error.
    read.catch(() => undefined);
    setCurrent(read);
  }, []);
  const [signatures, setSignatures] = useState<EnteredSignatures>({});
  const isDrawn = ({ text: typed, strokes }: EnteredSignature) => typed || strokes?.length;
  return (
    <FormDialog
      title={title}
      submit={systemWords(action.text)}
      close={close}
      isUnsaved={{ current: Object.values(signatures).some(isDrawn) }}
      send={async () => send(onFilesOf((await current) ?? places, signatures))}
    >
      {pageHref && (
        <div class="small">
          <p class="muted">{text.signFirst}</p>
          <ul class="requested-files">
            {places.map(({ id, label, page_id }) => (
              <li key={id}>
                <a dir="auto" href={pageHref(page_id)} target="_blank" rel="noopener">
                  {label}
                </a>
              </li>
            ))}
          </ul>
        </div>
      )}
      {places.map((place) => (
        <Pad
          key={place.id}
          place={place}
          value={signatures[place.id] ?? {}}
          change={(signature) => setSignatures((others) => ({ ...others, [place.id]: signature }))}
        />
      ))}
      <p class="muted small">{text.hint}</p>
    </FormDialog>
  );
}

interface PadProps {
  place: StepSignature;
  value: EnteredSignature;
  change: (signature: EnteredSignature) => void;
}

function Pad(props: PadProps) {
  const name = `signatures.${props.place.id}`;
  return <SignaturePad {...props} name={name} wrong={useWrong(name)} />;
}
