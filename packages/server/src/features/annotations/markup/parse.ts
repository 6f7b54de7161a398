import { createHash } from 'node:crypto';
import { annotationElements, annotationTextElements } from '@ringbinder/protocol';
import { Parser } from 'htmlparser2';
import { MarkupRefused } from './refusal.ts';
import { checkedValue, type RenameId } from './values.ts';

export const MAX_BYTES = 256 * 1024;
const MAX_NODES = 5_000;
const MAX_DEPTH = 32;

export function cleanMarkup(markup: string, clientUuid: string): string {
  if (Buffer.byteLength(markup) > MAX_BYTES)
    throw new MarkupRefused(`the markup has more than ${MAX_BYTES} bytes`);
  // Browsers interpret comments and declarations, but the parser skips them or treats them as text.
  const declaration = /<([!?][\w[-]*)/.exec(markup)?.[1];
  if (declaration)
    throw new MarkupRefused(
      `<${declaration} is not supported: remove comments, CDATA, doctype and instructions`,
    );
  const writer = new MarkupWriter(renamerFor(clientUuid), () =>
    markup.slice(parser.endIndex - 1, parser.endIndex + 1),
  );
  const parser = new Parser(writer, { xmlMode: true, decodeEntities: true });
  parser.write(markup);
  parser.end();
  // The parser ignores truncated tags, and end tags without a start tag.
  return writer.finish(markup.split('<').length - 1);
}

/** Clients send back stored markup, whose ids already have the prefix. */
function renamerFor(clientUuid: string): RenameId {
  const prefix = `a${createHash('sha256').update(clientUuid).digest('hex').slice(0, 12)}-`;
  return (id) => (id.startsWith(prefix) ? id : prefix + id);
}

class MarkupWriter {
  readonly #rename: RenameId;
  readonly #lastTwo: () => string;
  readonly #openElements: string[] = [];
  readonly #attributeNames = new Set<string>();
  #nodes = 0;
  #endTags = 0;
  #out = '';

  constructor(rename: RenameId, lastTwo: () => string) {
    this.#rename = rename;
    this.#lastTwo = lastTwo;
  }

  onopentagname(): void {
    this.#attributeNames.clear();
  }

  onattribute(name: string): void {
    if (this.#attributeNames.has(name))
      throw new MarkupRefused(`attribute ${printable(name)} is given twice`);
    this.#attributeNames.add(name);
  }

  onopentag(name: string, attributes: Record<string, string>): void {
    const allowed = annotationElements.get(name);
    if (!allowed) throw new MarkupRefused(`element <${printable(name)}> is not supported`);
    if (++this.#nodes > MAX_NODES) throw new MarkupRefused(`the markup has more than ${MAX_NODES} elements`);
    if (this.#openElements.length >= MAX_DEPTH)
      throw new MarkupRefused(`the markup is nested deeper than ${MAX_DEPTH} levels`);
    this.#out += `<${name}`;
    const writtenNames = new Set<string>();
    for (const [attribute, value] of Object.entries(attributes)) {
      if (!allowed.has(attribute))
        throw new MarkupRefused(`attribute ${printable(attribute)} of <${name}> is not supported`);
      const checked = checkedValue(name, attribute, value, this.#rename);
      const plain = attribute === 'xlink:href' ? 'href' : attribute;
      if (checked === null || writtenNames.has(plain)) continue;
      writtenNames.add(plain);
      this.#out += ` ${plain}="${escapeText(checked)}"`;
    }
    this.#out += '>';
    this.#openElements.push(name);
  }

  ontext(text: string): void {
    const parent = this.#openElements.at(-1);
    if (parent !== undefined && annotationTextElements.has(parent)) this.#out += escapeText(text);
    else if (text.trim() !== '')
      throw new MarkupRefused(`text is not allowed ${parent ? `in <${parent}>` : 'outside of an element'}`);
  }

  onclosetag(name: string, isImplied: boolean): void {
    // The parser reports an implied end tag both for `/>` and for a missing end tag.
    const isSelfClosing = isImplied && this.#lastTwo() === '/>';
    if (isImplied && !isSelfClosing) throw new MarkupRefused(`<${name}> is not closed where it should be`);
    if (!isSelfClosing) this.#endTags++;
    this.#openElements.pop();
    this.#out += `</${name}>`;
  }

  oncomment(): void {
    throw new MarkupRefused('comments are not supported');
  }

  oncdatastart(): void {
    throw new MarkupRefused('CDATA is not supported');
  }

  onprocessinginstruction(name: string): void {
    throw new MarkupRefused(`<${printable(name)}> is not supported`);
  }

  onerror(error: Error): void {
    throw error;
  }

  finish(angleBrackets: number): string {
    if (angleBrackets !== this.#nodes + this.#endTags)
      throw new MarkupRefused('a tag is truncated, or an end tag has no start tag');
    if (this.#nodes === 0) throw new MarkupRefused('the markup has no element');
    return this.#out;
  }
}

function escapeText(text: string): string {
  return text.replace(/[&<>"]/g, (char) => `&#${char.charCodeAt(0)};`);
}

function printable(name: string): string {
  return name.slice(0, 40).replace(/[^\x21-\x7e]/g, '?');
}
