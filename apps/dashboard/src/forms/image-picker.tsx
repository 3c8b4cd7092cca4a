import { Box, Button } from '@chakra-ui/react';
import { type ReactNode, useRef } from 'react';
import { useCommands } from '../commands/commands.ts';
import { imageFrom } from './image.ts';

interface ImagePickerProps {
  label: string;
  preview: ReactNode;
  onPick: (dataUrl: string) => void;
  onRemove?: (() => void) | undefined;
  disabled?: boolean;
}

/** Chooses a picture from a file. */
export function ImagePicker({ label, preview, onPick, onRemove, disabled = false }: ImagePickerProps) {
  const input = useRef<HTMLInputElement>(null);
  const choose = () => input.current?.click();
  const group = 'General' as const;
  useCommands(
    disabled
      ? []
      : [
          { id: 'image:choose', label, group, keys: 'x p', run: choose },
          ...(onRemove ? [{ id: 'image:remove', label: 'Remove picture', group, keys: 'x r', run: onRemove }] : []),
        ],
  );
  const pick = async (file: File) => {
    const picture = await imageFrom(file);
    if (picture) onPick(picture);
  };
  return (
    <Box display="flex" alignItems="center" gap="12px">
      {preview}
      <input
        ref={input}
        type="file"
        accept="image/*"
        hidden
        aria-label={label}
        onChange={(event) => {
          const file = event.target.files?.[0];
          if (file) void pick(file);
          // The same file can be chosen again.
          event.target.value = '';
        }}
      />
      <Button variant="outline" size="xs" disabled={disabled} onClick={choose}>
        {label}
      </Button>
      {onRemove && (
        <Button variant="ghost" size="xs" disabled={disabled} onClick={onRemove}>
          Remove
        </Button>
      )}
    </Box>
  );
}
