import type { Section, SectionInput } from '@ringbinder/protocol';
import { graphemesOf } from '@ringbinder/protocol/graphemes.ts';
import { MAX_SECTIONS } from '@ringbinder/protocol/sections.ts';
import { type BinderCall, changeBinder, orNotFound } from '../../access/index.ts';
import { because, invalid, preconditionFailed, withDetails } from '../../errors.ts';
import { allocateIds, type NewLogEntry } from '../../log/index.ts';
import type { Transaction } from '../../storage/database.ts';
import { clearSection } from '../pages/index.ts';
import { listSections, sectionResource } from './resource.ts';
import type { SectionChange } from './schema.ts';

const MAX_NAME = 100;

export function createSection(call: BinderCall, input: SectionInput): Promise<Section> {
  const { binderId } = call;
  checkName(input.name);
  return changeBinder(call, 'write', async ({ tx, at, log }) => {
    if ((await listSections(tx, binderId)).length >= MAX_SECTIONS)
      throw preconditionFailed(
        withDetails(because('not_possible'), `a binder has at most ${MAX_SECTIONS} sections`),
      );
    const id = await allocateIds(tx, binderId, 1);
    await sectionResource.insert(tx, { binderId, id, at }, input);
    await log([{ kind: 'section_created', body: { id, name: input.name } }]);
    return find(tx, binderId, id);
  });
}

export function updateSection(call: BinderCall, id: number, change: SectionChange): Promise<Section> {
  const { binderId } = call;
  const { name, after_id: afterId } = change;
  if (name === undefined && afterId === undefined)
    throw invalid('', 'at least one of name and after_id is required');
  checkName(name);
  if (afterId === id) throw invalid('after_id', 'is the section itself');
  return changeBinder(call, 'write', async ({ tx, at, log }) => {
    await find(tx, binderId, id);
    if (afterId) await find(tx, binderId, afterId);
    await sectionResource.update(tx, { binderId, id, at }, { name });
    if (afterId !== undefined) await sectionResource.moveAfter(tx, binderId, id, afterId);
    const section = await find(tx, binderId, id);
    await log([
      {
        kind: 'section_updated',
        body: { id, name: section.name, ...(name === undefined && { moved: true }) },
      },
    ]);
    return section;
  });
}

/** The section's pages remain. */
export function deleteSection(call: BinderCall, id: number): Promise<void> {
  const { binderId } = call;
  return changeBinder(call, 'write', async ({ tx, at, log }) => {
    const { name } = await find(tx, binderId, id);
    await sectionResource.update(tx, { binderId, id, at }, { deleted_at: at });
    const pages = await clearSection(tx, binderId, id, at);
    await log([
      { kind: 'section_deleted', body: { id, name } },
      ...pages.map((page): NewLogEntry => ({ kind: 'page_updated', body: { id: page, section_id: 0 } })),
    ]);
  });
}

function checkName(name = ''): void {
  if ([...graphemesOf(name)].length > MAX_NAME)
    throw invalid('name', `must have at most ${MAX_NAME} characters`);
}

async function find(tx: Transaction, binderId: string, id: number): Promise<Section> {
  return sectionResource.present(orNotFound(await sectionResource.find(tx, binderId, id), 'section', id));
}
