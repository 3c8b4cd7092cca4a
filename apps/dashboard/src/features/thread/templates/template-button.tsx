import { Button } from '@chakra-ui/react';
import type { Conversation } from '@parley/contracts/entities';
import { LayoutTemplate } from 'lucide-react';
import { Suspense, useState } from 'react';
import { templateWords } from '../../../i18n/en/templates.ts';
import { lazyPart } from '../../../loading/part.tsx';

const TemplateDialog = lazyPart(() => import('./template-dialog.tsx'));

/** Opens the dialog that sends an approved template. */
export default function TemplateButton({ conversation }: { conversation: Pick<Conversation, 'id' | 'channel'> }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button size="xs" onClick={() => setOpen(true)}>
        <LayoutTemplate size={15} aria-hidden />
        {templateWords('choose')}
      </Button>
      {isOpen && (
        <Suspense>
          <TemplateDialog conversation={conversation} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
