import { Button } from '@chakra-ui/react';
import { Smile, Type } from 'lucide-react';
import { memo, type ReactNode } from 'react';
import { formatting } from '../../i18n/en/formatting.ts';

interface ToolButtonProps {
  isPressed: boolean;
  onClick: () => void;
}

const ToolButton = ({
  label,
  isPressed,
  onClick,
  children,
}: ToolButtonProps & { label: string; children: ReactNode }) => (
  <Button
    size="xs"
    variant="ghost"
    aria-label={label}
    aria-pressed={isPressed}
    title={label}
    // The field keeps its caret.
    onPointerDown={(event) => event.preventDefault()}
    onClick={onClick}
  >
    {children}
  </Button>
);

/** Shows the formats below a field. */
export const FormatButton = memo(function FormatButton(props: ToolButtonProps) {
  return (
    <ToolButton label={formatting('show')} {...props}>
      <Type size={15} aria-hidden />
    </ToolButton>
  );
});

/** Shows the emoji above it. */
export const EmojiButton = memo(function EmojiButton(props: ToolButtonProps) {
  return (
    <ToolButton label={formatting('emoji')} {...props}>
      <Smile size={15} aria-hidden />
    </ToolButton>
  );
});
