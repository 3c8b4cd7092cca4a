import { Button } from '@chakra-ui/react';
import { MessageSquareQuote } from 'lucide-react';
import { memo } from 'react';
import { insertion } from '../../../i18n/en/insertion.ts';

/** Offers canned replies where the caret is. */
export const ReplyButton = memo(function ReplyButton({ onClick }: { onClick: () => void }) {
  return (
    <Button
      size="xs"
      variant="ghost"
      aria-label={insertion('button')}
      title={insertion('buttonHint')}
      data-command="canned-reply"
      // The field keeps its caret.
      onPointerDown={(event) => event.preventDefault()}
      onClick={onClick}
    >
      <MessageSquareQuote size={15} aria-hidden />
    </Button>
  );
});
