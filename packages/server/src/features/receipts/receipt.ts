import type { ReceiptWords } from './words.ts';

export interface ReceiptEntry {
  seq: number;
  at: number;
  actor_id: string;
  actor_name: string;
  kind: string;
  epoch: string;
  /** Null when the body was erased. */
  salt: string | null;
  body: Record<string, unknown>;
  body_hash: string;
}

/** Consecutive log entries. Those of the transaction are complete; each other entry is only its digest. */
export interface ReceiptRun {
  /** The hash before the first entry. */
  previous: string;
  items: (ReceiptEntry | string)[];
  /** The hash after the last entry. */
  hash: string;
}

export interface ReceiptStep {
  id: number;
  assignee: { user_id: string; name: string; email?: string };
  status: string;
  button_id: string | null;
  button_text: string | null;
  /** Milliseconds. */
  completed_time: number | null;
  /** Only of a step with several assignees: who pressed, in order. */
  presses?: ReceiptPress[];
  /** The delegate who pressed for the assignee. */
  pressed_by?: ReceiptPerson;
  /** Only of a step with a form and one assignee. */
  answers?: ReceiptAnswer[];
  /** Only of a step that asks for signatures. */
  signatures?: ReceiptSignaturePicture[];
}

/** A signature at a place of a page. */
export interface ReceiptSignaturePicture {
  place: string;
  label: string;
  /** Of the area, in points. */
  width: number;
  height: number;
  text?: string;
  /** In thousandths of the area. */
  strokes?: number[][];
  /** Null if the person was erased. */
  sha256: string | null;
}

/** An answer to a field of a form. */
export interface ReceiptAnswer {
  id: string;
  label: string;
  value: string | number | boolean;
  /** Of an amount of money. */
  currency?: string;
}

interface ReceiptPerson {
  id: string;
  name: string;
}

export interface ReceiptPress {
  user_id: string;
  name: string;
  email?: string;
  button_id: string;
  button_text: string;
  time: number;
  /** The delegate who pressed for the person. */
  pressed_by?: ReceiptPerson;
  answers?: ReceiptAnswer[];
}

/** The signed content of a receipt. Times in milliseconds. */
export interface ReceiptPayload {
  version: 1 | 2 | 3;
  /** Since version 3: BCP 47 tag and words of the page. Earlier versions have English words of the program. */
  language?: string;
  words?: ReceiptWords;
  /** The base URL of the API. */
  issuer: string;
  keys_url: string;
  issued_time: number;
  binder: { id: string; name: string };
  transaction: {
    id: number;
    title: string;
    content: string;
    creator: { id: string; name: string };
    created_time: number;
    ended_time: number;
    outcome: string;
    status: { text: string; style: string };
    steps: ReceiptStep[];
  };
  /** Files in the binder when the transaction ended. */
  documents: { name: string; mime_type: string; size: number; sha256: string }[];
  more_documents: number;
  runs: ReceiptRun[];
  style_sha256: string;
  script_sha256: string;
}

/** The signer, and the signature of the payload's canonical JSON. */
export interface ReceiptSignature {
  alg: 'EdDSA';
  key: { kty: string; crv: string; x: string; kid: string };
  /** base64url */
  value: string;
}
