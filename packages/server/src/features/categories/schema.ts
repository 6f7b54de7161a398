import { BinderId, Category, NameText, NumericId, UserIdOrMe } from '@ringbinder/protocol';
import Type from 'typebox';
import { operation } from '../../http/index.ts';

const tag = 'Categories';
const UserParams = Type.Object({ user_id: UserIdOrMe });
const CategoryParams = Type.Object({ user_id: UserIdOrMe, category_id: NumericId });
const Name = NameText({ minLength: 1, maxLength: 255 });

export const listCategories = operation(tag, 'listCategories', {
  summary: 'List the calling user’s categories',
  params: UserParams,
  data: Type.Object({ count: Type.Integer(), categories: Type.Array(Category) }),
});

export const createCategory = operation(tag, 'createCategory', {
  summary: 'Create a category',
  description:
    'Only the calling user sees their categories. 409: the caller already has a category with this name.',
  params: UserParams,
  body: Type.Object({ name: Name }),
  data: Category,
});

export const renameCategory = operation(tag, 'renameCategory', {
  summary: 'Rename a category',
  description: '409: the caller already has a category with this name.',
  params: UserParams,
  body: Type.Object({ name: Name, id: NumericId }),
});

export const deleteCategory = operation(tag, 'deleteCategory', {
  summary: 'Delete a category, but not its binders',
  description: 'The binders of the category are then in no category.',
  params: CategoryParams,
});

export const assignBinders = operation(tag, 'assignBinders', {
  summary: 'Put binders into a category, all or none',
  description:
    'For each user, a binder is in at most one category: if it is in another category, it moves. With the category `0`, the call removes the binders from their categories.',
  params: Type.Object({
    user_id: UserIdOrMe,
    category_id: Type.Integer({
      ...NumericId,
      minimum: 0,
      description: 'The id of the category, or 0 for none.',
    }),
  }),
  body: Type.Object({
    binders: Type.Array(Type.Object({ binder: Type.Object({ id: BinderId }) }), {
      minItems: 1,
      maxItems: 1000,
    }),
  }),
});
