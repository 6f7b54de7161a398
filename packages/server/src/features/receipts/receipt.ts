import type { ReceiptWords } from './words.ts';

export interface ReceiptEntry {
  seq: number;
  at: number;
  actor_id: string;
  actor_name: string;
  kind: string;
  epoch: string;
  /** Null if the body was erased. */
  salt: string | null;
  body: Record<string, unknown>;
  body_hash: string;
}

/** Strings are digests of undisclosed entries. */
export interface ReceiptRun {
  previous: string;
  items: (ReceiptEntry | string)[];
  hash: string;
}

export interface ReceiptStep {
  id: number;
  assignee: { user_id: string; name: string; email?: string };
  status: string;
  button_id: string | null;
  button_text: string | null;
  completed_time: number | null;
  presses?: ReceiptPress[];
  pressed_by?: ReceiptPerson;
  answers?: ReceiptAnswer[];
  signatures?: ReceiptSignaturePicture[];
}

export interface ReceiptSignaturePicture {
  place: string;
  label: string;
  /** In points. */
  width: number;
  height: number;
  text?: string;
  /** In thousandths of the area. */
  strokes?: number[][];
  /** The page that the person signed, from 1. */
  document?: { name: string; page: number };
  /** Absent if the version with the signature did not exist when the receipt was made. */
  signed_sha256?: string;
  /** Null if the person was erased. */
  sha256: string | null;
}

export interface ReceiptAnswer {
  id: string;
  label: string;
  value: string | number | boolean;
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
  pressed_by?: ReceiptPerson;
  answers?: ReceiptAnswer[];
}

/** Times are in milliseconds. */
export interface ReceiptPayload {
  version: 1 | 2 | 3 | 4;
  /** BCP 47 tag. Versions from 3 have `language` and `words`. */
  language?: string;
  words?: ReceiptWords;
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
  /** `is_own`: people read, signed or uploaded the document for the transaction. */
  documents: { name: string; mime_type: string; size: number; sha256: string; is_own?: true }[];
  more_documents: number;
  runs: ReceiptRun[];
  style_sha256: string;
  script_sha256: string;
}

export interface ReceiptSignature {
  alg: 'EdDSA';
  key: { kty: string; crv: string; x: string; kid: string };
  value: string;
}
