import { type Attribute, type AttributeContent, attributeFault } from '@parley/contracts/conversations/attributes';
import { useState } from 'react';
import { attributeWords } from '../../i18n/en/attributes.ts';
import { pickers } from '../../i18n/en/pickers.ts';
import { replies } from '../../i18n/en/replies.ts';
import { fittingOptions, Picker, type PickerOption } from '../../ui/picker.tsx';
import { contentOf, valueChoices, valueWords } from './value-words.ts';

interface AttributePickerProps {
  attributes: readonly Attribute[];
  onChoose: (given: { key: string; value: AttributeContent | null }) => void;
  onClose: () => void;
}

/** Chooses an attribute, and then its value: one of its choices, or what is typed. */
export default function AttributePicker({ attributes, onChoose, onClose }: AttributePickerProps) {
  const [key, setKey] = useState<string | null>(null);
  const attribute = attributes.find((each) => each.key === key);
  // Keeps both steps in one dialog: a second one would close with the first.
  return (
    <Picker
      title={attribute ? replies('attributeValue', { name: attribute.name }) : replies('setAttribute')}
      placeholder={attribute?.name ?? replies('attribute')}
      options={(typed) =>
        attribute
          ? valueOptions(attribute, typed)
          : fittingOptions(
              attributes.map(({ key: id, name }) => ({ id, label: name })),
              typed,
            )
      }
      isMultiple={!attribute}
      onChoose={(id) => (attribute ? onChoose({ key: attribute.key, value: contentOf(id, attribute) }) : setKey(id))}
      onClose={onClose}
      nothing={pickers('noneFits')}
    />
  );
}

/** Returns the values that fit what was typed, and none at all; their ids are the typed texts. */
function valueOptions(attribute: Attribute, typed: string): PickerOption[] {
  const choices = valueChoices(attribute);
  const notSet = { id: '', label: attributeWords('notSet') };
  if (choices) return fittingOptions([...choices.map(({ value: id, label }) => ({ id, label })), notSet], typed);
  const value = contentOf(typed, attribute);
  if (value === null) return [notSet];
  return attributeFault(attribute, value) ? [] : [{ id: typed, label: valueWords(value, attribute.type) }];
}
