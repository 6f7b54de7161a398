import type { FastifyReply, FastifyRequest } from 'fastify';
import { accessBinder } from '../../access/index.ts';
import type { Environment } from '../../environment/environment.ts';
import { invalid } from '../../errors.ts';
import { callerOf, createBodyCheck, parseJsonPart, receiveForm } from '../../http/index.ts';
import { type Attachments, inspectAttachments } from './attachments.ts';
import { MessageBody } from './schema.ts';

export interface SentMessage {
  body: MessageBody;
  attached: Attachments;
  /** Content of a form, which must be the same in a retry. */
  content: string | undefined;
  drop(): Promise<void>;
}

type PostRequest = FastifyRequest & { params: { binder_id: string } };

/** Reads a form only after the access check. Leaves no files behind if it throws. */
export function readSentMessage(
  env: Environment,
  request: PostRequest,
  reply: FastifyReply,
): Promise<SentMessage> {
  if (request.isMultipart()) return readForm(env, request, reply);
  const body = checkBody(request, reply, request.body);
  refuseDescription(body);
  return Promise.resolve({ body, attached: {}, content: undefined, drop: () => Promise.resolve() });
}

async function readForm(env: Environment, request: PostRequest, reply: FastifyReply): Promise<SentMessage> {
  const { maxBodyBytes: maxJsonBytes, maxUploadBytes: maxFileBytes } = env.config;
  await accessBinder(env.db, callerOf(request), request.params.binder_id, 'write');
  const plan = { json: 'payload', files: ['file', 'audio'], maxJsonBytes, maxFileBytes };
  const form = await receiveForm(request, env, plan);
  try {
    const json = form.json === undefined ? { message: {} } : parseJsonPart(request, form.json, 'payload');
    const body = checkBody(request, reply, json);
    if (!form.files.has('file')) refuseDescription(body);
    const attached = await inspectAttachments(env, form.files, body.file_description);
    const files = [...form.files].map(([part, { name, bytes }]) => [part, name, bytes.sha256]);
    return {
      body,
      attached,
      content: JSON.stringify([form.json, files.sort()]),
      async drop() {
        await form.drop();
        await attached.file?.accepted.pdf?.drop();
      },
    };
  } catch (error) {
    await form.drop();
    throw error;
  }
}

function refuseDescription(body: MessageBody): void {
  if (body.file_description !== undefined) throw invalid('file_description', 'needs a file');
}

const checkBody = createBodyCheck(MessageBody);
