import type { FileRequest, Step, Transaction } from '@ringbinder/protocol';
import type { EnteredAnswers } from '@ringbinder/protocol/form-answers.ts';
import { approvalErrors as text } from '../../strings/en/module-errors.ts';
import type { EnteredSignatures } from '../../transactions/signature-pad.tsx';

export interface LinkedStep {
  binder: { id: string; name: string };
  transaction: Pick<Transaction, 'id' | 'title' | 'content' | 'creator' | 'is_active' | 'outcome'>;
  step: Pick<Step, 'id' | 'status' | 'fields' | 'signatures'> & {
    is_blocked?: boolean;
    pages?: { id: number; name: string; is_read: boolean }[];
    file_requests?: (FileRequest & { files: { file_id: string; name: string }[] })[];
    /** Set only if the step has several assignees. */
    required?: number;
    pressed_count?: number;
    assignee_count?: number;
    actions: Pick<Step['actions'][number], 'id' | 'text' | 'style' | 'outcome'>[];
  };
  user: { id: string; name: string };
  client_id: string;
}

/** `status` is the HTTP status, or 0 if no response arrived. */
export class LinkError extends Error {
  readonly status: number;
  readonly fields: readonly { path: string; message: string }[];
  constructor(status: number, message: string, fields: LinkError['fields'] = []) {
    super(message);
    this.status = status;
    this.fields = fields;
  }
}

export interface StepLink {
  /** Throws LinkError, with the status 401 if the link is invalid. */
  look(): Promise<LinkedStep>;
  /** Resolves when the step no longer waits for an answer, or after half a minute. */
  follow(signal: AbortSignal): Promise<LinkedStep>;
  press(buttonId: string, answers?: EnteredAnswers, signatures?: EnteredSignatures): Promise<void>;
  upload(request: string, file: File): Promise<void>;
}

/** @param token stays in memory, and is sent only as a header */
export function openStepLink(base: string, token: string): StepLink {
  async function call<T>(path = '', body?: object, signal?: AbortSignal): Promise<T> {
    const isForm = body instanceof FormData;
    // Other characters are invalid in tokens, and unsafe in headers.
    if (!/^[\w.-]+$/.test(token)) throw new LinkError(401, text.token);
    const response = await fetch(`${base}/steplink${path}`, {
      headers: {
        authorization: `Bearer ${token}`,
        ...(body && !isForm && { 'content-type': 'application/json' }),
      },
      credentials: 'omit',
      ...(body && { method: 'POST', body: isForm ? body : JSON.stringify(body) }),
      ...(signal && { signal }),
    }).catch(() => undefined);
    const answer = await response?.json().catch(() => undefined);
    if (response?.ok && answer) return answer.data;
    throw new LinkError(
      response?.status ?? 0,
      answer?.message ?? answer?.error_description ?? text.unreachable,
      answer?.errors,
    );
  }
  return {
    look: () => call<LinkedStep>(),
    follow: (signal) => call<LinkedStep>('/follow', {}, signal),
    upload(request, file) {
      const form = new FormData();
      form.append('file', file);
      return call<void>(`/files?file_request=${encodeURIComponent(request)}`, form);
    },
    press: (click_button_id, answers, signatures) => call<void>('', { click_button_id, answers, signatures }),
  };
}
