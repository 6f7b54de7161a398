import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'vitest';
import { addFields, fieldLines } from './api-fields.ts';

const read = (path: string) => readFileSync(new URL(`../../docs/api/${path}`, import.meta.url), 'utf8');

const api = ({ takes = {}, requires = ['name'], answers = { id: { type: 'integer' } } } = {}) => ({
  components: { schemas: { Thing: { type: 'object', required: ['id'], properties: answers } } },
  paths: {
    '/things': {
      post: {
        parameters: [{ in: 'query', name: 'limit', schema: { type: 'integer' } }],
        requestBody: {
          content: {
            'application/json': {
              schema: {
                type: 'object',
                required: requires,
                properties: {
                  name: { type: 'string' },
                  color: { enum: ['red', 'blue'], type: 'string' },
                  ...takes,
                },
              },
            },
          },
        },
        responses: {
          200: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Thing' } } } },
          400: { content: {} },
        },
      },
    },
  },
});

const problems = (before: ReturnType<typeof api>, now: object) =>
  addFields(fieldLines(before), fieldLines(now as never)).problems;

test('[VER-2] the fields of a call are what it takes, of which it asks for some, and what it answers', () => {
  assert.deepEqual(fieldLines(api()), [
    '#Thing answers body object',
    '#Thing answers id always',
    '#Thing answers id integer',
    'POST /things answers 200 application/json',
    'POST /things answers body #Thing',
    'POST /things takes body object',
    'POST /things takes color = "blue"',
    'POST /things takes color = "red"',
    'POST /things takes color string',
    'POST /things takes name always',
    'POST /things takes name string',
    'POST /things takes query:limit integer',
  ]);
});

test('[VER-2] fields may be added, and demands dropped', () => {
  const more = api({
    takes: { place: { type: 'object', required: ['x'], properties: { x: { type: 'number' } } } } as object,
    requires: [],
    answers: { id: { type: 'integer' }, name: { type: 'string' } } as never,
  });
  const added = addFields(fieldLines(api()), fieldLines(more));
  assert.deepEqual(added.problems, []);
  assert.deepEqual(added.lines, fieldLines(more));
});

test('[VER-2] what an answer loses or has as another type, what a call takes no longer or newly demands is a problem', () => {
  assert.deepEqual(problems(api(), api({ answers: { id: { type: 'string' } } })), [
    '“#Thing answers id integer” is no longer true',
  ]);
  const { post } = api().paths['/things'];
  assert.deepEqual(
    problems(api(), { ...api(), paths: { '/things': { post: { ...post, parameters: [] } } } }),
    ['“POST /things takes query:limit integer” is no longer true'],
  );
  assert.deepEqual(problems(api(), api({ requires: ['name', 'color'] })), [
    '“POST /things takes color always” is new: who called before does not give it',
  ]);
  assert.equal(problems(api(), { ...api(), paths: {} }).length, 11);
});

test('[VER-2] of the service’s own document no field is missing, and each that goes is found', () => {
  const lines = read('fields.txt').split('\n').filter(Boolean);
  const document = JSON.parse(read('openapi.json'));
  assert.deepEqual(addFields(lines, fieldLines(document)).problems, []);
  delete document.components.schemas.Todo.properties.due_time;
  delete document.paths['/{binder_id}/todos/{todo_id}'].delete;
  const problems = addFields(lines, fieldLines(document)).problems.join('\n');
  assert.match(problems, /“#Todo answers due_time integer” is no longer true/);
  assert.match(
    problems,
    /“DELETE \/\{binder_id\}\/todos\/\{todo_id\} answers 200 application\/json” is no longer true/,
  );
});
