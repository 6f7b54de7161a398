import type { Action, SignaturePlace } from '@ringbinder/protocol';
import { useState } from 'preact/hooks';
import { FormDialog, useWrong } from '../design/form-dialog.tsx';
import { signatures as text } from '../strings/en/signatures.ts';
import { type GivenSignature, type GivenSignatures, SignaturePad } from './signature-pad.tsx';

interface SignFormProps {
  /** Of the transaction. */
  title: string;
  places: readonly SignaturePlace[];
  action: Action;
  /** Throws a Refusal. */
  send: (signatures: GivenSignatures) => Promise<void>;
  close: () => void;
}

/** Asks for the signatures that a button needs. It stays open with them when the press is refused. */
export function SignForm({ title, places, action, send, close }: SignFormProps) {
  const [signatures, setSignatures] = useState<GivenSignatures>({});
  return (
    <FormDialog title={title} submit={action.text} close={close} send={() => send(filledIn(signatures))}>
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

/** Without places that are empty. */
export const filledIn = (signatures: GivenSignatures): GivenSignatures =>
  Object.fromEntries(
    Object.entries(signatures).filter(([, { text, strokes }]) => text?.trim() || strokes?.length),
  );

interface PadProps {
  place: SignaturePlace;
  value: GivenSignature;
  change: (signature: GivenSignature) => void;
}

function Pad(props: PadProps) {
  const name = `signatures.${props.place.id}`;
  return <SignaturePad {...props} name={name} wrong={useWrong(name)} />;
}
