import { Box, Skeleton, Stack } from '@chakra-ui/react';
import type { Attribute, AttributeContent } from '@parley/contracts/conversations/attributes';
import { attributeTextMaxLength } from '@parley/contracts/conversations/limits';
import { getAttributesOf, listAttributes, setAttributes } from '@parley/contracts/routes/attributes';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../api/call.ts';
import { wordsOf } from '../../api/call-error.ts';
import { keyOf, useRead } from '../../api/read.ts';
import { contentOf, inputTypes, valueChoices } from '../../domain/attributes/value-words.ts';
import { attributeWords } from '../../i18n/en/attributes.ts';
import { SelectField, SwitchField, TextField } from '../../ui/fields.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';

interface FillInDialogProps {
  conversationId: string;
  keys: readonly string[];
  answer: (isFilledIn: boolean) => void;
}

type Given = Readonly<Record<string, AttributeContent | null>>;

/** Stores the missing values, so that the conversation can be closed. */
export default function FillInDialog({ conversationId, keys, answer }: FillInDialogProps) {
  const client = useQueryClient();
  const attributes = useRead(listAttributes, {});
  const missing = (attributes.data ?? []).filter(({ key }) => keys.includes(key));
  const [given, setGiven] = useState<Given>({});
  const params = { id: conversationId };
  const store = useMutation({
    mutationFn: async () => {
      const values = missing.map(({ key }) => ({ key, value: given[key] ?? null }));
      // Deleted since: nothing is missing any more.
      if (values.length === 0) return;
      client.setQueryData(keyOf(getAttributesOf, { params }), await call(setAttributes, { params, body: { values } }));
    },
    onSuccess: () => answer(true),
  });
  const isFilledIn = missing.every((attribute) => isEnough(attribute, given[attribute.key] ?? null));
  const isReady = attributes.data !== undefined && isFilledIn;
  return (
    <FormDialog
      title={attributeWords('closeTitle')}
      size="sm"
      stays
      submitLabel={attributeWords('closeSave')}
      isPaused={store.isPending || !isReady}
      onSubmit={() => store.mutate()}
      onClose={() => answer(false)}
    >
      <Stack gap="4">
        <Box color="fg.muted" textStyle="sm">
          {attributeWords('closeHint')}
        </Box>
        {attributes.isPending && <Skeleton height="4rem" />}
        {missing.map((attribute) => (
          <RequiredField
            key={attribute.key}
            attribute={attribute}
            value={given[attribute.key] ?? null}
            onChange={(value) => setGiven((others) => ({ ...others, [attribute.key]: value }))}
          />
        ))}
        {(store.error ?? attributes.error) && (
          <Box role="alert" color="fg.error" textStyle="sm">
            {wordsOf(store.error ?? attributes.error)}
          </Box>
        )}
      </Stack>
    </FormDialog>
  );
}

const isEnough = ({ requiredToClose }: Attribute, value: AttributeContent | null): boolean =>
  requiredToClose?.isYes ? value === true : value !== null;

interface RequiredFieldProps {
  attribute: Attribute;
  value: AttributeContent | null;
  onChange: (value: AttributeContent | null) => void;
}

function RequiredField({ attribute, value, onChange }: RequiredFieldProps) {
  const { name, type, requiredToClose } = attribute;
  if (requiredToClose?.isYes)
    return (
      <SwitchField label={<bdi>{name}</bdi>} checked={value === true} onChange={(isYes) => onChange(isYes || null)} />
    );
  const choices = valueChoices(attribute);
  if (choices)
    return (
      <SelectField
        label={name}
        value={value === null ? '' : String(value)}
        options={[{ value: '', label: attributeWords('notSet') }, ...choices]}
        onChange={(chosen) => onChange(contentOf(chosen, attribute))}
      />
    );
  return (
    <TextField
      label={name}
      type={type === 'number' || type === 'date' ? inputTypes[type] : 'text'}
      step="any"
      maxLength={attributeTextMaxLength}
      onChange={({ target }) => onChange(contentOf(target.value, attribute))}
    />
  );
}
