import { Button } from '@chakra-ui/react';
import { Type } from 'lucide-react';
import { memo } from 'react';
import { formatting } from '../../i18n/en/formatting.ts';

/** Shows the formats below a field. */
export const FormatButton = memo(function FormatButton({
  isPressed,
  onClick,
}: {
  isPressed: boolean;
  onClick: () => void;
}) {
  return (
    <Button
      size="xs"
      variant="ghost"
      aria-label={formatting('show')}
      aria-pressed={isPressed}
      title={formatting('show')}
      // The field keeps its caret.
      onPointerDown={(event) => event.preventDefault()}
      onClick={onClick}
    >
      <Type size={15} aria-hidden />
    </Button>
  );
});
