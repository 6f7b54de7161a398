import { Section, SectionInput } from '@ringbinder/protocol';
import { MAX_SECTIONS } from '@ringbinder/protocol/sections.ts';
import Type from 'typebox';
import { resource } from '../../resource/resource.ts';
import type { Database } from '../../storage/database.ts';

export const sectionResource = resource({
  table: 'sections',
  wire: Section,
  input: SectionInput,
  serverColumns: [],
  rowColumns: Type.Object({ position: Type.Integer() }),
  joins: '',
  select: {},
  initial: {
    position:
      'SELECT coalesce(max(position), 0) + 1 FROM sections WHERE binder_id = $1 AND deleted_at IS NULL',
  },
  longText: 'name',
});
type SectionRow = Parameters<typeof sectionResource.present>[0];

const LIST = sectionResource.list('true', 'position, id', '$2');

export async function listSections(db: Database, binderId: string): Promise<Section[]> {
  return (await db.query<SectionRow>(LIST, [binderId, MAX_SECTIONS])).map(sectionResource.present);
}
