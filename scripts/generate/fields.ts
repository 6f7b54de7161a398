import type { TSchema } from 'typebox';

export interface FieldFilter {
  isIncluded(path: string): boolean;
  /** If false, the table shows only the title of the object, not its members. */
  expands?(title: string): boolean;
}

export function table(schema: TSchema, { isIncluded, expands = () => true }: FieldFilter): string[] {
  const rows = fieldsOf(schema, '', expands).filter(({ path }) => isIncluded(path));
  return [
    '| Field | Type | Meaning |',
    '|---|---|---|',
    ...rows.map(({ path, type, meaning }) => `| \`${path}\` | ${type} | ${meaning} |`),
  ];
}

interface Field {
  path: string;
  type: string;
  meaning: string;
}

interface Described {
  type?: string;
  title?: string;
  const?: string | number;
  enum?: string[];
  anyOf?: Described[];
  items?: Described;
  description?: string;
  properties?: Record<string, Described>;
  required?: string[];
}

function fieldsOf(schema: Described, prefix: string, expands: (title: string) => boolean): Field[] {
  return Object.entries(schema.properties ?? {}).flatMap(([name, field]) => {
    const path = `${prefix}${name}`;
    const isOptional = !schema.required?.includes(name);
    const isExpanded = field.properties && (field.title === undefined || expands(field.title));
    const type = `${isExpanded ? 'object' : typeOf(field)}${isOptional ? ', **may be absent**' : ''}`;
    const own = { path, type, meaning: field.description ?? '' };
    if (!isExpanded) return [own];
    // A required object has no line, only its members have.
    return [...(isOptional ? [own] : []), ...fieldsOf(field, `${path}.`, expands)];
  });
}

function typeOf({ type, title, const: fixed, enum: values, anyOf, items, properties }: Described): string {
  if (typeof fixed === 'number') return `\`${fixed}\``;
  if (fixed !== undefined) return 'the kind of event';
  if (values) return values.map((value) => `\`${value}\``).join(', ');
  if (anyOf) return anyOf.map(typeOf).join(' or ');
  if (properties && title !== undefined) return title;
  if (items && (items.title ?? items.type) !== undefined) return `array of ${items.title ?? items.type}`;
  return type ?? 'JSON';
}
