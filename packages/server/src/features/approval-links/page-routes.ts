import { answersOf } from '@ringbinder/protocol/form-answers.ts';
import type { Environment } from '../../environment/environment.ts';
import { ApiError, type FieldError } from '../../errors.ts';
import {
  acceptForms,
  answerPageErrors,
  errorTexts,
  openLinkPage,
  type Page,
  problemText,
  readLinkForm,
  sendPage,
  type Words,
  wordsFor,
} from '../../html/index.ts';
import { type App, addressKey, createCallLimit, receiveFile, streamedBody } from '../../http/index.ts';
import {
  checkLinkedPress,
  checkLinkedUpload,
  deliverLinkedFile,
  openApprovalLink,
  pressLinkedButton,
  readLinkedStep,
  viewLinkedStep,
} from './answer.ts';
import { confirmPage } from './confirm-page.ts';
import { stepPagePath } from './create.ts';
import { fileEntryName, unsentFiles, uploadPath, uploadProblem } from './file-page.ts';
import { entryName } from './form-page.ts';
import { answeredPage, deadLinkPage, problemPage, stepPage } from './pages.ts';
import type { ApprovalLinkRow } from './queries.ts';
import { MAX_CALLS_PER_MINUTE } from './routes.ts';
import { typedSignatures } from './sign-page.ts';

export function approvalLinkPages(app: App, env: Environment): void {
  const limit = createCallLimit('visits by step links', MAX_CALLS_PER_MINUTE, env.redis);
  const path = stepPagePath(env);
  app.register(async (plain) => {
    const scope = plain as App;
    acceptForms(scope);
    answerPageErrors(scope, async (error, request, reply) => {
      const words = await wordsFor(env, request);
      if (error.status === 401 || error.status === 403) return sendPage(reply, deadLinkPage(words), 404);
      const { token } = readLinkForm(request);
      return sendPage(reply, problemPage(words, errorTexts(words, error), { path, token }), error.status);
    });

    const options = { schema: { hide: true }, config: { auth: 'none' } } as const;
    scope.get(path, options, async (request, reply) => {
      const words = await wordsFor(env, request);
      return sendPage(reply, openLinkPage(words, words.text('page.answer_request'), path));
    });

    scope.post(path, options, async (request, reply) => {
      await limit.take(addressKey(request.ip), reply);
      const { fields, token } = readLinkForm(request);
      const link = await openApprovalLink(env, token);
      const linkedStep = await readLinkedStep(env, link);
      const words = await wordsFor(env, request, link);
      const target = { path, token };
      const entryOf = (name: string) => fields.get(name);
      const buttonId = fields.get('click_button_id');
      const enteredForm = { problems: new Map(), valueOf: entryOf };
      if (buttonId === null) {
        await viewLinkedStep(env, link, linkedStep);
        return sendPage(reply, stepPage(words, linkedStep, target, enteredForm));
      }
      const unsent = unsentFiles(words, linkedStep.step.file_requests, entryOf);
      const fieldsOfForm = linkedStep.step.fields;
      const answers = fieldsOfForm && answersOf(fieldsOfForm, (id) => entryOf(entryName(id)));
      const rejects = linkedStep.step.actions.find(({ id }) => id === buttonId)?.outcome === 'rejected';
      const signaturePlaces = rejects ? undefined : linkedStep.step.signatures;
      const press = {
        buttonId,
        answers,
        signatures: signaturePlaces && typedSignatures(signaturePlaces, entryOf),
      };
      try {
        if (!fields.has('confirmed')) {
          if (!rejects && unsent.size > 0)
            return sendPage(reply, stepPage(words, linkedStep, target, enteredForm, unsent), 400);
          await checkLinkedPress(env, link, press);
          return sendPage(reply, confirmPage(words, linkedStep, target, { press, entries: fields }));
        }
        await pressLinkedButton(env, link, press);
      } catch (error) {
        const rejection = rejectedPage(words, linkedStep, target, { error, entryOf });
        if (!rejection) throw error;
        return sendPage(reply, rejection.page, rejection.status);
      }
      return sendPage(reply, answeredPage(words, linkedStep, buttonId));
    });
  });
  uploadPage(app, env, { path, limit });
}

function rejectedPage(
  words: Words,
  linkedStep: Parameters<typeof stepPage>[1],
  target: { path: string; token: string },
  { error, entryOf }: { error: unknown; entryOf: (name: string) => string | null },
): { page: Page; status: number } | undefined {
  const missing = problemsOf(words, error, 'file_requests.');
  const problems = new Map([
    ...problemsOf(words, error, entryName('')),
    ...problemsOf(words, error, 'signatures.'),
  ]);
  const enteredForm = { problems, valueOf: entryOf };
  if (missing.size > 0) {
    const formToShow = linkedStep.step.fields ? enteredForm : undefined;
    return { page: stepPage(words, linkedStep, target, formToShow, missing), status: 412 };
  }
  if (problems.size === 0 || !(error instanceof ApiError)) return undefined;
  return { page: stepPage(words, linkedStep, target, enteredForm), status: error.status };
}

function uploadPage(
  app: App,
  env: Environment,
  { path, limit }: { path: string; limit: ReturnType<typeof createCallLimit> },
): void {
  app.register(async (plain) => {
    const scope = plain as App;
    answerPageErrors(scope, async (error, request, reply) => {
      const words = await wordsFor(env, request);
      if (error.status === 401 || error.status === 403) return sendPage(reply, deadLinkPage(words), 404);
      return sendPage(reply, problemPage(words, errorTexts(words, error), { path, token: '' }), error.status);
    });
    const options = { schema: { hide: true }, config: { auth: 'none' }, ...streamedBody } as const;
    scope.post(uploadPath(path), options, async (request, reply) => {
      await limit.take(addressKey(request.ip), reply);
      const { file_request: requestId = '' } = request.query as { file_request?: string };
      const upload: { token?: string; link?: ApprovalLinkRow; entries?: ReadonlyMap<string, string> } = {};
      let problem: FieldError | undefined;
      try {
        const file = await receiveFile(request, env, env.config.maxUploadBytes, {
          partName: fileEntryName(requestId),
          async admit(fields) {
            upload.entries = fields;
            upload.token = fields.get('token') ?? '';
            upload.link = await openApprovalLink(env, upload.token);
            await checkLinkedUpload(env, upload.link, requestId);
          },
        });
        if (upload.link) await deliverLinkedFile(env, upload.link, { requestId, file });
      } catch (error) {
        problem = error instanceof ApiError ? uploadProblem(error) : undefined;
        if (!problem) {
          const { token = '', link } = upload;
          if (!(error instanceof ApiError) || !link || [401, 403].includes(error.status)) throw error;
          const words = await wordsFor(env, request, link);
          return sendPage(reply, problemPage(words, errorTexts(words, error), { path, token }), error.status);
        }
      }
      const { token = '', entries } = upload;
      const link = await openApprovalLink(env, token);
      const words = await wordsFor(env, request, link);
      const problems = problem && new Map([[requestId, problemText(words, problem)]]);
      const linkedStep = await readLinkedStep(env, link);
      const entered = { problems: new Map(), valueOf: (name: string) => entries?.get(name) ?? null };
      const formToShow = linkedStep.step.fields ? entered : undefined;
      const page = stepPage(words, linkedStep, { path, token }, formToShow, problems);
      return sendPage(reply, page, problems ? 400 : 200);
    });
  });
}

function problemsOf(words: Words, error: unknown, prefix: string): Map<string, string> {
  const errors = error instanceof ApiError ? (error.errors ?? []) : [];
  return new Map(
    errors.flatMap((each) =>
      each.path.startsWith(prefix)
        ? [[each.path.slice(prefix.length), problemText(words, each)] as const]
        : [],
    ),
  );
}
