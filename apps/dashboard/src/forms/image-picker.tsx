import { Box, Button } from '@chakra-ui/react';
import { type ReactNode, useId } from 'react';
import { useCommands } from '../commands/commands.ts';
import { pausedWhile } from '../ui/paused-while.ts';
import { imageFrom } from './image.ts';
import { common } from '../i18n/en/common.ts';
import { forms } from '../i18n/en/forms.ts';

interface ImagePickerProps {
  label: string;
  preview: ReactNode;
  onPick: (dataUrl: string) => void;
  onRemove?: (() => void) | undefined;
  isPaused?: boolean;
}

/** Chooses a picture from a file. */
export function ImagePicker({ label, preview, onPick, onRemove, isPaused = false }: ImagePickerProps) {
  const inputId = useId();
  const choose = () => document.getElementById(inputId)?.click();
  const group = 'General' as const;
  useCommands(
    isPaused
      ? []
      : [
          { id: 'image:choose', label, group, keys: 'x p', run: choose },
          ...(onRemove
            ? [{ id: 'image:remove', label: forms('removePicture'), group, keys: 'x r', run: onRemove }]
            : []),
        ],
  );
  const pick = async (file: File) => {
    const picture = await imageFrom(file);
    if (picture) onPick(picture);
  };
  return (
    <Box display="flex" alignItems="center" gap="3">
      {preview}
      <input
        id={inputId}
        type="file"
        accept="image/*"
        hidden
        aria-label={label}
        onChange={(event) => {
          const file = event.target.files?.[0];
          if (file) void pick(file);
          // Lets the same file be chosen again.
          event.target.value = '';
        }}
      />
      <Button variant="outline" size="xs" {...pausedWhile(isPaused, choose)}>
        {label}
      </Button>
      {onRemove && (
        <Button variant="ghost" size="xs" {...pausedWhile(isPaused, onRemove)}>
          {common('remove')}
        </Button>
      )}
    </Box>
  );
}
