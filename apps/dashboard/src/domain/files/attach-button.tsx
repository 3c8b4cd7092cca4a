import { Button } from '@chakra-ui/react';
import { Paperclip } from 'lucide-react';
import { memo, useRef } from 'react';
import { files } from '../../i18n/en/files.ts';
import { addFiles } from './uploads.ts';

/** Offers the files of this device. */
export const AttachButton = memo(function AttachButton({ conversationId }: { conversationId: string }) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        onChange={({ currentTarget }) => {
          addFiles(conversationId, currentTarget.files ?? []);
          // Lets the same file be chosen again.
          currentTarget.value = '';
        }}
      />
      <Button
        size="xs"
        variant="ghost"
        aria-label={files('attach')}
        title={files('attach')}
        onClick={() => input.current?.click()}
      >
        <Paperclip size={15} aria-hidden />
      </Button>
    </>
  );
});
