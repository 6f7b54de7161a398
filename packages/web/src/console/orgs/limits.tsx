import type { components } from '@ringbinder/client';
import { Checks, Field } from '../../design/field.tsx';
import { consoleLimits as text } from '../../strings/messages/console-limits.ts';

const GIGABYTE = 1e9;
const numberText = (value: number | null | undefined) => (value == null ? '' : String(value));

export function LimitFields({ org }: { org: components['schemas']['Org'] }) {
  const gigabytes = org.max_bytes == null ? '' : String(org.max_bytes / GIGABYTE);
  return (
    <fieldset class="limits">
      <legend>{text.legend}</legend>
      <p class="muted small">{text.hint}</p>
      <Field label={text.gigabytes} name="max_bytes" value={gigabytes} />
      <Field label={text.binders} name="max_binders" value={numberText(org.max_binders)} type="number" />
      <Field
        label={text.messageDays}
        name="message_days"
        value={numberText(org.message_days)}
        type="number"
      />
      <Field label={text.fileDays} name="file_days" value={numberText(org.file_days)} type="number" />
      <Checks
        legend={text.guests}
        name="guests_by_session_key"
        options={[['true', text.byKey]]}
        checked={org.guests_by_session_key ? ['true'] : []}
      />
      <Checks
        legend={text.links}
        name="link_previews"
        options={[['true', text.linkPreviews]]}
        checked={org.link_previews ? ['true'] : []}
      />
    </fieldset>
  );
}
