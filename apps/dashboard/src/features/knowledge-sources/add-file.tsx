import { Button } from '@chakra-ui/react';
import { knowledgeFileMaxBytes } from '@parley/contracts/knowledge/limits';
import { addKnowledgeFile } from '@parley/contracts/routes/knowledge-sources';
import { useMutation } from '@tanstack/react-query';
import { useRef } from 'react';
import { call } from '../../api/call.ts';
import { wordsOf } from '../../api/call-error.ts';
import { common } from '../../i18n/en/common.ts';
import { sourceWords as words } from '../../i18n/en/sources.ts';
import { toast } from '../../ui/toast/toasts.ts';

const accepted = '.pdf,.docx,.md,.markdown,.html,.htm,.csv,.txt';

async function base64Of(file: File): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const reader = new FileReader();
  reader.addEventListener('load', () =>
    resolve(typeof reader.result === 'string' ? reader.result.replace(/^[^,]*,/, '') : ''),
  );
  reader.addEventListener('error', () => reject(reader.error ?? new Error('unreadable')));
  reader.readAsDataURL(file);
  return promise;
}

/** Adds files as they are chosen, for the team alone until a user chooses another audience. */
export function AddFile({ onAdded }: { onAdded: () => void }) {
  const input = useRef<HTMLInputElement>(null);
  const ask = () => input.current?.click();
  const failed = (description: string) => toast({ title: common('updateFailed'), description, variant: 'destructive' });
  const add = useMutation({
    mutationFn: async (file: File) =>
      call(addKnowledgeFile, {
        body: { name: file.name, content: await base64Of(file), audience: 'staff', websiteIds: [] },
      }),
    onSuccess: () => {
      onAdded();
      toast({ title: common('integrationUpdated'), description: words('added') });
    },
    onError: (error) => failed(wordsOf(error)),
  });
  const choose = (file: File | undefined) => {
    if (!file) return;
    if (file.size > knowledgeFileMaxBytes) failed(words('tooLarge', { size: knowledgeFileMaxBytes / 1024 / 1024 }));
    else add.mutate(file);
  };
  return (
    <>
      <input
        ref={input}
        type="file"
        hidden
        aria-label={words('addFile')}
        accept={accepted}
        onChange={({ currentTarget }) => {
          choose(currentTarget.files?.[0]);
          currentTarget.value = '';
        }}
      />
      <Button size="xs" variant="outline" disabled={add.isPending} onClick={ask}>
        {words('addFile')}
      </Button>
    </>
  );
}
