import { annotationFunctions, annotationNamespaces, annotationPresentation } from '@ringbinder/protocol';
import { MarkupRefused } from './refusal.ts';

export type RenameId = (id: string) => string;

const ID = /^[A-Za-z_][\w.-]{0,99}$/;
const LOCAL_URL = /url\(\s*(['"]?)#([A-Za-z_][\w.-]{0,99})\1\s*\)/g;
const RASTER_DATA = /^data:image\/(png|jpeg|gif|webp);base64,[A-Za-z0-9+/]+={0,2}$/;
const MAX_FUNCTION_NAME_LENGTH = 24;

/** Returns null if the attribute must be omitted. */
export function checkedValue(element: string, name: string, value: string, rename: RenameId): string | null {
  const where = `attribute ${name} of <${element}>`;
  if (name in annotationNamespaces) {
    if (value !== annotationNamespaces[name]) throw new MarkupRefused(`${where} is not the namespace of SVG`);
    return name === 'xmlns' ? value : null;
  }
  if (name === 'id') {
    if (!ID.test(value))
      throw new MarkupRefused(
        `${where} must begin with a letter or _, and have at most 100 letters, digits, _, . and -`,
      );
    return rename(value);
  }
  if (name === 'href' || name === 'xlink:href') {
    const address = value.replace(/\s/g, '');
    if (!RASTER_DATA.test(address))
      throw new MarkupRefused(`${where} is not a data: picture (png, jpeg, gif, webp)`);
    return address;
  }
  return name === 'style' ? checkedStyle(element, value, rename) : checkedPlain(where, value, rename);
}

function checkedPlain(where: string, value: string, rename: RenameId): string {
  // An escape or a comment can hide the name of a CSS function.
  if (/[\\{}<>@]|\/\*/.test(value))
    throw new MarkupRefused(`${where} has a character that is not supported: \\ { } < > @ /*`);
  for (const name of calledFunctions(value)) {
    if (!annotationFunctions.has(name))
      throw new MarkupRefused(`${where} calls ${name || 'something'}(), which is not supported`);
  }
  const renamed = value.replace(LOCAL_URL, (_whole, _quote, id: string) => `url(#${rename(id)})`);
  const urls = value.match(/url\s*\(/gi)?.length ?? 0;
  const local = value.match(LOCAL_URL)?.length ?? 0;
  if (urls !== local)
    throw new MarkupRefused(
      `${where} has a url() that does not refer to an id of the markup, such as url(#a)`,
    );
  if (/^\s*(javascript|vbscript|data)\s*:/i.test(value))
    throw new MarkupRefused(`${where} is an address, which is not supported`);
  return renamed;
}

/** One regular expression over the whole value would take quadratic time. */
function* calledFunctions(value: string): Generator<string> {
  for (let at = value.indexOf('('); at !== -1; at = value.indexOf('(', at + 1)) {
    const before = value.slice(Math.max(0, at - MAX_FUNCTION_NAME_LENGTH), at);
    yield (/[^\s(),;:]*$/.exec(before.trimEnd())?.[0] ?? '').toLowerCase();
  }
}

function checkedStyle(element: string, style: string, rename: RenameId): string {
  const declarations = style.split(';').filter((part) => part.trim() !== '');
  const accepted = declarations.map((declaration) => {
    const [property = '', ...rest] = declaration.split(':');
    const name = property.trim().toLowerCase();
    if (!annotationPresentation.has(name))
      throw new MarkupRefused(`style of <${element}> sets ${name || 'nothing'}, which is not supported`);
    return `${name}:${checkedPlain(`style of <${element}>, ${name}`, rest.join(':').trim(), rename)}`;
  });
  return accepted.join(';');
}
