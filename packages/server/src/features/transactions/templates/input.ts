import { because, invalid } from '../../../errors.ts';
import type { TransactionInput } from '../create.ts';
import type { NewTransaction, TemplateUse } from '../schema.ts';

export function chosenInput(body: NewTransaction): TransactionInput | TemplateUse {
  const { template_id, template_version, roles, variables, ...fields } = body;
  if (template_id === undefined) {
    for (const [field, value] of Object.entries({ template_version, roles, variables }))
      if (value !== undefined) throw invalid(field, 'needs template_id');
    const { title, content, steps, ...more } = fields;
    if (title === undefined) throw invalid('title', because('required'));
    if (content === undefined) throw invalid('content', because('required'));
    if (steps === undefined) throw invalid('steps', because('required'));
    return { ...more, title, content, steps };
  }
  for (const [field, value] of Object.entries(fields))
    if (value !== undefined) throw invalid(field, 'cannot be combined with template_id');
  return {
    template_id,
    ...(template_version === undefined ? {} : { template_version }),
    ...(roles && { roles }),
    ...(variables && { variables }),
  };
}
