import type { RECEIPT_WORDS } from './words.ts';

/** An entry of the log in full. */
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

/** Entries that follow each other: those of the transaction in full, of all others the digest alone. */
export interface ReceiptRun {
  /** The hash before the first. */
  previous: string;
  items: (ReceiptEntry | string)[];
  /** The hash at the last. */
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
}

/** The signed content of a receipt. Times in milliseconds. */
export interface ReceiptPayload {
  /** Selects the words of the page. */
  version: keyof typeof RECEIPT_WORDS;
  /** The contract's `{base_url}`. */
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
  /** Files that were in the binder when it ended. */
  documents: { name: string; mime_type: string; size: number; sha256: string }[];
  more_documents: number;
  runs: ReceiptRun[];
  /** SHA-256 of the style and the script of the file. */
  style_sha256: string;
  script_sha256: string;
}

/** By whom a receipt is signed, and the signature of the canonical JSON of its payload. */
export interface ReceiptSignature {
  alg: 'EdDSA';
  key: { kty: string; crv: string; x: string; kid: string };
  /** base64url */
  value: string;
}
