import { Button } from '@chakra-ui/react';
import { Sparkles } from 'lucide-react';
import { memo } from 'react';
import { thread } from '../../../i18n/en/thread.ts';

/** Shows the button that offers to rewrite the text. */
export const RewriteButton = memo(function RewriteButton({ onClick }: { onClick: () => void }) {
  return (
    <Button
      size="xs"
      variant="ghost"
      aria-label={thread('rewrite')}
      title={thread('rewrite')}
      data-command="rewrite"
      onClick={onClick}
    >
      <Sparkles size={15} aria-hidden />
    </Button>
  );
});
