import type { Environment } from '../../environment/environment.ts';
import {
  type App,
  binderCall,
  callerOf,
  emptySuccess,
  idempotent,
  idempotentWithoutData,
  MAX_LIST_LIMIT,
  readCursor,
  slicePage,
  success,
} from '../../http/index.ts';
import { createTransaction } from './create.ts';
import { fileRoutes } from './file-routes.ts';
import { listTransactions } from './list.ts';
import { presentTransaction } from './present.ts';
import { presentWaitingStep } from './present-waiting.ts';
import { pressButton } from './press.ts';
import { readPage } from './read-page.ts';
import { reassignStep } from './reassign.ts';
import { remindPeople } from './remind.ts';
import * as schema from './schema.ts';
import { deleteTransaction, getTransaction, updateTransaction } from './service.ts';
import { chosenInput } from './templates/input.ts';
import { createFromTemplate } from './templates/service.ts';
import { viewStep } from './view-step.ts';
import { countWaitingSteps, findWaitingSteps, NO_DUE_TIME } from './waiting-queries.ts';

export function transactionsFeature(app: App, env: Environment): void {
  fileRoutes(app, env);
  app.get('/me/steps', { schema: schema.listWaitingSteps }, async (request) => {
    const { limit = MAX_LIST_LIMIT, cursor } = request.query;
    const { userId } = callerOf(request);
    const now = env.clock.now();
    const start: [number, number, string, number] = [0, 0, '', 0];
    const [dueAt, time, binderId, id] = readCursor(cursor, ['number', 'number', 'string', 'number'], start);
    const [count, steps] = await Promise.all([
      countWaitingSteps(env.db, userId, now),
      findWaitingSteps(env.db, { userId, now }, { dueAt, time, binderId, id }, limit + 1),
    ]);
    const { rows, ...next } = slicePage(steps, limit, (row) => [
      row.due_at ?? NO_DUE_TIME,
      row.time,
      row.binder_id,
      row.id,
    ]);
    return success({ steps: rows.map(presentWaitingStep), count, ...next });
  });

  app.get('/:binder_id/transactions', { schema: schema.listTransactions }, async (request) => {
    const { limit = MAX_LIST_LIMIT, cursor, as_of: asOf } = request.query;
    const [after] = readCursor(cursor, ['number'], [0]);
    const range = { binderId: request.params.binder_id, after, limit, asOf };
    const list = await listTransactions(env, callerOf(request), range);
    const { rows, ...next } = slicePage(list.rows, list.fittingCount, (row) => [row.id]);
    const isPast = asOf !== undefined;
    return success({ transactions: rows.map((row) => presentTransaction(row, isPast)), ...next });
  });

  app.post('/:binder_id/transactions', { schema: schema.createTransaction }, async (request, reply) => {
    const data = await idempotent(request, reply, env, async (db) => {
      const call = binderCall(env, request, db);
      const input = chosenInput(request.body);
      const { id, at, stepIds } = await ('template_id' in input
        ? createFromTemplate(call, input)
        : createTransaction(call, input));
      const steps = stepIds.map((stepId) => ({ id: stepId }));
      return { transaction_id: id, created_time: at, updated_time: at, steps };
    });
    return success(data);
  });

  const one = '/:binder_id/transactions/:transaction_id';
  app.get(one, { schema: schema.getTransaction }, async (request) => {
    const { binder_id, transaction_id } = request.params;
    const { as_of: asOf } = request.query;
    const row = await getTransaction(env, callerOf(request), binder_id, transaction_id, asOf);
    return success(presentTransaction(row, asOf !== undefined));
  });

  app.post(one, { schema: schema.updateTransaction }, async (request, reply) => {
    const { transaction_id: id } = request.params;
    return idempotentWithoutData(request, reply, env, (db) =>
      updateTransaction(binderCall(env, request, db), id, request.body),
    );
  });

  app.delete(one, { schema: schema.deleteTransaction }, async (request) => {
    await deleteTransaction(binderCall(env, request), request.params.transaction_id);
    return emptySuccess;
  });

  app.post(`${one}/remind`, { schema: schema.remindPeople }, async (request, reply) => {
    const { transaction_id: id } = request.params;
    return idempotentWithoutData(request, reply, env, (db) => remindPeople(binderCall(env, request, db), id));
  });

  app.post(`${one}/steps/:step_id/view`, { schema: schema.viewStep }, async (request, reply) => {
    const { transaction_id: transactionId, step_id: stepId } = request.params;
    return idempotentWithoutData(request, reply, env, (db) =>
      viewStep(binderCall(env, request, db), transactionId, stepId),
    );
  });

  app.post(`${one}/steps/:step_id`, { schema: schema.pressButton }, async (request, reply) => {
    const { transaction_id: transactionId, step_id: stepId } = request.params;
    const { click_button_id: buttonId, comment, answers, signatures, for_user_id: forUserId } = request.body;
    const press = { transactionId, stepId, buttonId, comment, answers, signatures, forUserId };
    return idempotentWithoutData(request, reply, env, (db) =>
      pressButton(binderCall(env, request, db), press),
    );
  });

  app.post(
    `${one}/steps/:step_id/pages/:page_id`,
    { schema: schema.readStepPage },
    async (request, reply) => {
      const { transaction_id: transactionId, step_id: stepId, page_id: pageId } = request.params;
      return idempotentWithoutData(request, reply, env, (db) =>
        readPage(binderCall(env, request, db), { transactionId, stepId, pageId }),
      );
    },
  );

  app.post(`${one}/steps/:step_id/assignee`, { schema: schema.reassignStep }, async (request, reply) => {
    const { transaction_id: transactionId, step_id: stepId } = request.params;
    const reassignment = { transactionId, stepId, assignee: request.body, address: request.ip };
    return idempotentWithoutData(request, reply, env, (db) =>
      reassignStep(binderCall(env, request, db), reassignment),
    );
  });
}
