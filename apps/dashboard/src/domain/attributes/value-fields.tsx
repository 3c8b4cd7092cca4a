import { Box, Input } from '@chakra-ui/react';
import type { Attribute, AttributeContent } from '@parley/contracts/conversations/attributes';
import { attributeTextMaxLength } from '@parley/contracts/conversations/limits';
import { attributeWords } from '../../i18n/en/attributes.ts';
import { replies } from '../../i18n/en/replies.ts';
import { Select } from '../../ui/fields.tsx';
import { contentOf, inputTypes, valueChoices } from './value-words.ts';

interface Given {
  key: string;
  value: AttributeContent | null;
}

interface AttributeValueFieldsProps {
  attributes: readonly Attribute[];
  chosen: Given;
  onChange: (given: Given) => void;
}

/** Chooses an attribute and the value that it is set to; without a value, it is cleared. */
export function AttributeValueFields({ attributes, chosen, onChange }: AttributeValueFieldsProps) {
  const attribute = attributes.find(({ key }) => key === chosen.key);
  const options = attributes.map(({ key, name }) => ({ value: key, label: name }));
  return (
    <>
      <Box minW="10rem">
        <Select
          aria-label={replies('attribute')}
          value={chosen.key}
          options={attribute ? options : [{ value: chosen.key, label: replies('attributeGone') }, ...options]}
          onChange={(key) => onChange({ key, value: null })}
        />
      </Box>
      {attribute && (
        <ValueField
          key={attribute.key}
          attribute={attribute}
          value={chosen.value}
          onChange={(value) => onChange({ key: attribute.key, value })}
        />
      )}
    </>
  );
}

interface ValueFieldProps {
  attribute: Attribute;
  value: AttributeContent | null;
  onChange: (value: AttributeContent | null) => void;
}

function ValueField({ attribute, value, onChange }: ValueFieldProps) {
  const { name, type } = attribute;
  const label = replies('attributeValue', { name });
  const choices = valueChoices(attribute);
  const shown = value === null ? '' : String(value);
  const set = (typed: string) => onChange(contentOf(typed, attribute));
  return (
    <Box minW="10rem">
      {choices || type === 'choice' || type === 'yes_no' ? (
        <Select
          aria-label={label}
          value={shown}
          options={[{ value: '', label: attributeWords('notSet') }, ...(choices ?? [])]}
          onChange={set}
        />
      ) : (
        <Input
          size="sm"
          type={inputTypes[type]}
          step="any"
          aria-label={label}
          placeholder={attributeWords('notSet')}
          maxLength={attributeTextMaxLength}
          defaultValue={shown}
          onChange={({ target }) => set(target.value)}
        />
      )}
    </Box>
  );
}
