import { Input } from '@chakra-ui/react';
import { widgetWords } from '../i18n/en/widget.ts';

const pattern = /^#[0-9a-f]{6}$/i;

/** Returns whether a text is a colour such as `#af1f31`. */
export const isColour = (text: string): boolean => pattern.test(text);

interface ColourPickerProps {
  /** Its own, so that the label of a field around it belongs to the text beside it. */
  id: string;
  /** Text of the field beside it, which may not be a colour yet. */
  value: string;
  /** Colour that is shown until then. */
  fallback: string;
  onChange: (colour: string) => void;
}

/** The browser's choice of a colour, beside a field for its text. */
export function ColourPicker({ id, value, fallback, onChange }: ColourPickerProps) {
  return (
    <Input
      id={id}
      type="color"
      aria-label={widgetWords('pickColour')}
      width="2.75rem"
      flex="none"
      px="0.5"
      py="0.5"
      value={isColour(value) ? value : fallback}
      onChange={({ target }) => onChange(target.value)}
    />
  );
}
