import { Button } from '@chakra-ui/react';
import { LayoutList } from 'lucide-react';
import { memo, Suspense, useState } from 'react';
import { formWords } from '../../../i18n/en/customerforms.ts';
import { lazyPart } from '../../../loading/part.tsx';

const BlocksDialog = lazyPart(() => import('./blocks-dialog.tsx'));

const empty = { text: '', blocks: {} };

/** Opens the dialog for a message with buttons, cards or a form. */
export const BlocksButton = memo(function BlocksButton({ conversationId }: { conversationId: string }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button
        size="xs"
        variant="ghost"
        aria-label={formWords('blocks')}
        title={formWords('blocks')}
        onClick={() => setOpen(true)}
      >
        <LayoutList size={15} aria-hidden />
      </Button>
      {isOpen && (
        <Suspense>
          <BlocksDialog conversationId={conversationId} initial={empty} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
});
