import { nameProblem } from '@ringbinder/protocol/visible-name.ts';
import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv';
import type { FastifySchemaCompiler, FastifySchemaValidationError } from 'fastify';
import type { TSchema } from 'typebox';
import {
  type ApiError,
  type Because,
  because,
  type FieldError,
  invalidFields,
  withDetails,
} from '../errors.ts';
import { recordIgnored } from './ignored-fields.ts';
import { isStorableText, UNSTORABLE_TEXT } from './reject-nul-bytes.ts';
import { compileUnknownFieldCheck } from './unknown-fields.ts';

const common = {
  useDefaults: true,
  strict: false,
  allErrors: false,
  verbose: true,
  validateSchema: false,
} as const;
const bodies = new Ajv({ ...common, coerceTypes: false });
const strings = new Ajv({ ...common, coerceTypes: true });
for (const ajv of [bodies, strings]) {
  ajv.addFormat('text', { type: 'string', validate: isStorableText });
  ajv.addFormat('name', {
    type: 'string',
    validate: (name: string) => isStorableText(name) && nameProblem(name) === undefined,
  });
}

export const compileValidator: FastifySchemaCompiler<TSchema> = ({ schema, httpPart }) => {
  if (httpPart === 'body') return withoutUnknown(bodies, schema, compileOnDemand(bodies, schema));
  const check = compileOnDemand(strings, schema);
  if (httpPart !== 'querystring') return decimalsOnly(schema, check);
  return decimalsOnly(schema, withoutUnknown(strings, schema, check));
};

function withoutUnknown(ajv: Ajv, schema: TSchema, check: Check): Check {
  let removeUnknown: ((value: unknown) => string[]) | undefined;
  const checkAndClean: Check = (value) => {
    const isValid = check(value);
    checkAndClean.errors = check.errors;
    if (!isValid) return false;
    removeUnknown ??= compileUnknownFieldCheck(schema, (part) => {
      const fits = ajv.compile(withSafeIntegers(part));
      return (inner) => fits(inner);
    });
    recordIgnored(value, removeUnknown(value));
    return true;
  };
  checkAndClean.errors = null;
  return checkAndClean;
}

/** Doubles are exact only for these integers. */
function withSafeIntegers<T>(schema: T): T {
  if (Array.isArray(schema)) return schema.map(withSafeIntegers) as T;
  if (typeof schema !== 'object' || schema === null) return schema;
  const bounds =
    (schema as { type?: unknown }).type === 'integer'
      ? { minimum: Number.MIN_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER }
      : {};
  const parts = Object.entries(schema).map(([key, inner]) => [key, withSafeIntegers(inner)] as const);
  return { ...bounds, ...Object.fromEntries(parts) } as T;
}

interface Check {
  (value: unknown): boolean;
  errors: ErrorObject[] | null;
}

function compileOnDemand(ajv: Ajv, schema: TSchema): Check {
  let validate: ValidateFunction | undefined;
  const check: Check = (value) => {
    validate ??= ajv.compile(withSafeIntegers(schema));
    const isValid = validate(value);
    check.errors = validate.errors ?? null;
    return isValid;
  };
  check.errors = null;
  return check;
}

const DECIMAL = /^(0|-?[1-9]\d*)$/;

/** Ajv would coerce `0x10`, `1e3`, ` 7` and `007`. */
function decimalsOnly(schema: TSchema, check: Check) {
  const { properties = {} } = schema as { properties?: Record<string, TSchema> };
  const integers = Object.keys(properties).filter(
    (name) => (properties[name] as { type?: string }).type === 'integer',
  );
  return (values: Record<string, unknown>) => {
    const wrong = integers.find((name) => {
      const value = values[name];
      return typeof value === 'string' && !DECIMAL.test(value);
    });
    if (wrong !== undefined) return { error: [notAnInteger(wrong)] };
    return check(values) ? true : { error: check.errors as FastifySchemaValidationError[] };
  };
}

function notAnInteger(name: string): FastifySchemaValidationError {
  return {
    keyword: 'type',
    instancePath: `/${name}`,
    schemaPath: '',
    params: { type: 'integer' },
    message: 'must be integer',
  };
}

export function describeInvalid(errors: FastifySchemaValidationError[], part: string): ApiError {
  const problems = withoutAlternatives(errors as ErrorObject[]).map((error) => describe(error, part));
  return invalidFields(problems, part);
}

/** Ajv reports the errors of all alternatives. Errors of nested fields belong to the intended one. */
function withoutAlternatives(errors: ErrorObject[]): ErrorObject[] {
  const choice = errors.find(({ keyword }) => keyword === 'anyOf');
  if (!choice) return errors;
  const nested = errors.filter(({ instancePath }) => instancePath.startsWith(`${choice.instancePath}/`));
  if (nested.length > 0) return nested;
  const types = errors.filter(({ keyword }) => keyword === 'type').map(({ params }) => params.type as string);
  const others = errors.filter((error) => error !== choice && error.keyword !== 'type');
  return others.length > 0 ? others : [{ ...choice, keyword: 'type', params: { type: types.join(' or ') } }];
}

function describe(error: ErrorObject, part: string): FieldError {
  const path = fieldPath(error.instancePath);
  switch (error.keyword) {
    case 'required':
      return { path: joined(path, error.params.missingProperty as string), ...because('required') };
    case 'enum':
      return { path, ...because('one_of', { values: (error.params.allowedValues as unknown[]).join(', ') }) };
    case 'const':
      return { path, ...notValid(`must be ${JSON.stringify(error.params.allowedValue)}`) };
    case 'minimum':
      return { path, ...because('at_least', { limit: error.params.limit }) };
    case 'maximum':
      return { path, ...because('at_most', { limit: error.params.limit }) };
    case 'minLength':
    case 'minItems':
      return { path, ...atLeast(error.params.limit, error.keyword === 'minItems') };
    case 'maxLength':
      return { path, ...because('characters_at_most', { limit: error.params.limit }) };
    case 'maxItems':
      return { path, ...because('entries_at_most', { limit: error.params.limit }) };
    case 'uniqueItems':
      return { path, ...because('entry_twice') };
    case 'format':
      return { path, ...formatProblem(error) };
    case 'pattern':
      return {
        path,
        ...withDetails(because('wrong_form'), `has the wrong form: ${patternMeaning(error)}`),
      };
    case 'type':
      return path
        ? { path, ...notValid(`must be of type ${String(error.params.type)}`) }
        : {
            path: '',
            message:
              part === 'body' ? 'must be a JSON object (Content-Type: application/json)' : 'is missing',
          };
    default:
      return { path, ...notValid(error.message ?? 'is invalid') };
  }
}

const notValid = (details: string) => withDetails(because('not_valid'), details);

function formatProblem({ params, data }: ErrorObject): Because {
  const isName = params.format === 'name' && isStorableText(data as string);
  const problem = isName ? nameProblem(data as string) : undefined;
  return problem ? because(problem) : UNSTORABLE_TEXT;
}

function atLeast(limit: number, ofList: boolean): Because {
  if (limit === 1) return because('empty');
  return because(ofList ? 'entries_at_least' : 'characters_at_least', { limit });
}

function patternMeaning(error: ErrorObject): string {
  const description = (error.parentSchema as { description?: string } | undefined)?.description;
  if (description === undefined) return `it must match ${String(error.params.pattern)}`;
  return description.replace(/^[A-Z](?=[a-z])/, (letter) => letter.toLowerCase()).replace(/\.$/, '');
}

function fieldPath(pointer: string): string {
  return pointer
    .split('/')
    .slice(1)
    .map((token) => token.replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce((path, token) => (/^\d+$/.test(token) ? `${path}[${token}]` : joined(path, token)), '');
}

function joined(path: string, name: string): string {
  return path ? `${path}.${name}` : name;
}
