import { type MessageFormatElement, parse, TYPE } from '@formatjs/icu-messageformat-parser';

/** The message `chat.actions.edit` is `edit` in `actions` in `chat`. */
export interface MessageTree {
  [name: string]: MessageTree | string;
}

type Parameters = ReadonlyMap<string, 'string' | 'number'>;

export const parseMessage = (text: string): MessageFormatElement[] => parse(text, { ignoreTag: true });

/**
 * Returns the source of an object with a string or function per message. Functions take placeholders in
 * English order, and use the caller's `digits` and `forms`.
 * @param group the first part of the ids, in snake or kebab case
 */
export function compileMessages(
  group: string,
  english: ReadonlyMap<string, string>,
  texts: ReadonlyMap<string, string> = english,
  isTyped = false,
  nameOf = camelCase,
): string {
  const tree: MessageTree = {};
  for (const [id, source] of english) {
    const [first, ...path] = id.split('.').map(nameOf);
    if (first !== nameOf(group)) continue;
    const name = path.pop() ?? '';
    let parent = tree;
    for (const each of path) {
      parent[each] ??= {};
      parent = parent[each] as MessageTree;
    }
    parent[name] = compileMessage(texts.get(id) || source, source, isTyped);
  }
  return sourceOf(tree);
}

function sourceOf(tree: MessageTree): string {
  const members = Object.entries(tree).map(
    ([name, value]) => `${name}: ${typeof value === 'string' ? value : sourceOf(value)},`,
  );
  return `{\n${members.join('\n')}\n}`;
}

function compileMessage(text: string, english: string, isTyped: boolean): string {
  const parameters = parametersOf(parseMessage(english));
  const body = expressionOf(parseMessage(text));
  if (parameters.size === 0) return body;
  const list = [...parameters].map(([name, type]) => (isTyped ? `${name}: ${type}` : name));
  return `(${list.join(', ')}) => ${body}`;
}

function parametersOf(elements: readonly MessageFormatElement[], found = new Map()): Parameters {
  for (const element of elements) {
    if (element.type === TYPE.literal || element.type === TYPE.pound) continue;
    const isNumber = element.type === TYPE.plural || element.type === TYPE.number;
    if (isNumber || !found.has(element.value)) found.set(element.value, isNumber ? 'number' : 'string');
    if ('options' in element)
      for (const { value } of Object.values(element.options)) parametersOf(value, found);
  }
  return found;
}

/** @param counted the name of the number that replaces `#` */
function expressionOf(elements: readonly MessageFormatElement[], counted = ''): string {
  const [only] = elements;
  if (elements.length === 1 && only?.type === TYPE.literal) return quote(only.value);
  if (elements.length === 1 && only?.type === TYPE.plural) return pluralOf(only);
  const parts = elements.map((element) => {
    switch (element.type) {
      case TYPE.literal:
        return element.value.replace(/[`\\$]/g, '\\$&');
      case TYPE.argument:
        return `\${${element.value}}`;
      case TYPE.number:
        return `\${digits(${element.value})}`;
      case TYPE.pound:
        return `\${digits(${counted})}`;
      case TYPE.plural:
        return `\${${pluralOf(element)}}`;
      default:
        throw new Error('only placeholders, numbers and plurals are possible');
    }
  });
  return `\`${parts.join('')}\``;
}

function pluralOf(element: Extract<MessageFormatElement, { type: TYPE.plural }>): string {
  const { value: name } = element;
  const options = Object.entries(element.options).map(
    ([key, { value }]) => [key, expressionOf(value, name)] as const,
  );
  const exact = options.filter(([key]) => key.startsWith('='));
  const members = options.filter(([key]) => !key.startsWith('=')).map(([key, value]) => `${key}: ${value}`);
  const forms = `forms(${name}, { ${members.join(', ')} })`;
  return exact.reduceRight((rest, [key, value]) => `${name} === ${key.slice(1)} ? ${value} : ${rest}`, forms);
}

const quote = (text: string) => `'${text.replace(/['\\]/g, '\\$&').replace(/\n/g, '\\n')}'`;
export const camelCase = (word: string) =>
  word.replace(/[_-](\w)/g, (_, letter: string) => letter.toUpperCase());
