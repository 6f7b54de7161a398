import { notFound } from '../../../errors.ts';
import { findMarkup } from '../annotations.ts';
import type { ServerKind } from './kind.ts';

/** The markup is safe, because annotations must match an allow-list when stored. */
export const whiteboard: Partial<ServerKind> = {
  source: (_, { width, height }) => ({ from: 'blank', size: { width, height } }),
  async content(_, { binderId, page: { id, width, height, name }, db }) {
    const markup = await findMarkup(db, binderId, id);
    const head = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">`;
    const ground = `<rect width="${width}" height="${height}" fill="#fff"></rect>`;
    const generated = Buffer.from(`${head}${ground}${markup.join('')}</svg>`);
    return { generated, mimeType: 'image/svg+xml', name: `${name || `page-${id}`}.svg` };
  },
};

export const link: Partial<ServerKind> = {
  source(_, { name, file_name, url, width, height }) {
    const address = url ?? '';
    const title = name || file_name?.replace(/\.(url|webloc)$/i, '') || hostOf(address);
    const card = { title, detail: address, ...(address === '' ? {} : { address }) };
    return { from: 'card', placeholder: { icon: 'link', ...card, size: { width, height } } };
  },
  async content(_, { page: { id, url, name } }) {
    if (url === null) throw notFound('content of page', id);
    return { generated: Buffer.from(url), mimeType: 'text/uri-list', name: `${name || `page-${id}`}.uri` };
  },
};

const hostOf = (address: string) => (URL.canParse(address) ? new URL(address).host : address);
