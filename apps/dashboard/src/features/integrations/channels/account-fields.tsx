import { receiveFromChannel } from '@parley/contracts/routes/integrations';
import type { ComponentProps } from 'react';
import { usePublicUrl } from '../../../forms/public-url.ts';
import { TextField } from '../../../ui/fields.tsx';
import type { Edited } from '../integration-form.tsx';
import type { FormProps } from './screen.ts';

/** Returns the address that a channel's provider calls. */
export const useChannelUrl = ({ id }: FormProps['kind']): string =>
  `${usePublicUrl()}${receiveFromChannel.path.replace(':channel', id)}`;

type Attributes = Pick<ComponentProps<typeof TextField>, 'type' | 'autoComplete' | 'inputMode' | 'dir'>;

export const number: Attributes = { inputMode: 'numeric', dir: 'ltr' };
export const secret: Attributes = { type: 'password', autoComplete: 'new-password' };

export interface AccountField<Field extends string> {
  field: Field;
  label: string;
  hint: string;
  attributes: Attributes;
}

interface AccountFieldsProps<Field extends string>
  extends Pick<Edited<Record<Field, string>>, 'value' | 'fault' | 'guard'> {
  fields: readonly AccountField<Field>[];
  onChange: (field: Field, text: string) => void;
}

/** Shows the ids and secrets of an account, each kept without the spaces around it. */
export const AccountFields = <Field extends string>({
  fields,
  value,
  fault,
  guard,
  onChange,
}: AccountFieldsProps<Field>) =>
  fields.map(({ field, label, hint, attributes }) => (
    <TextField
      key={field}
      label={label}
      {...guard(field, hint)}
      {...attributes}
      value={value[field]}
      error={fault(field)}
      onChange={(event) => onChange(field, event.target.value.trim())}
    />
  ));
