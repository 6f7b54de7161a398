import { BinderId, NumericId, Section, SectionInput } from '@ringbinder/protocol';
import Type, { type Static } from 'typebox';
import { AsOf, operation } from '../../http/index.ts';

const tag = 'Pages';
const BinderParams = Type.Object({ binder_id: BinderId });
const SectionParams = Type.Object({ binder_id: BinderId, section_id: NumericId });

export const listSections = operation(tag, 'listSections', {
  summary: 'List the sections of the pages in their order',
  description: 'Allowed for members of the binder.',
  params: BinderParams,
  querystring: Type.Object({ as_of: AsOf }),
  data: Type.Object({ sections: Type.Array(Section) }),
});

export const createSection = operation(tag, 'createSection', {
  summary: 'Create a section after the last one',
  description:
    'Needs write access. Several sections can have the same name. 412: the binder already has 100 sections.',
  params: BinderParams,
  body: SectionInput,
  data: Section,
});

const SectionChange = Type.Object({
  ...Type.Partial(SectionInput).properties,
  after_id: Type.Optional(
    Type.Integer({
      ...NumericId,
      minimum: 0,
      description: 'Moves the section to the position after this one. With 0, moves it to the beginning.',
    }),
  ),
});
export type SectionChange = Static<typeof SectionChange>;

export const updateSection = operation(tag, 'updateSection', {
  summary: 'Rename a section, or move it in the order',
  description: 'Needs write access. Send at least one of `name` and `after_id`.',
  params: SectionParams,
  body: SectionChange,
  data: Section,
});

export const deleteSection = operation(tag, 'deleteSection', {
  summary: 'Delete a section, but not its pages',
  description: 'Needs write access. The pages of the section are then in no section.',
  params: SectionParams,
});
