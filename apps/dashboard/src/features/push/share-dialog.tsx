import { Box } from '@chakra-ui/react';
import { inboxFilter } from '@parley/contracts/conversations/inboxes';
import type { Conversation } from '@parley/contracts/entities';
import { listConversations } from '@parley/contracts/routes/conversations';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { alwaysFresh, read } from '../../api/read.ts';
import { addFiles, useUploads } from '../../domain/files/uploads.ts';
import { inbox } from '../../i18n/en/inbox.ts';
import { pushWords } from '../../i18n/en/push.ts';
import { useDrafts } from '../../live/use-drafts.ts';
import { Awaited } from '../../ui/awaited.tsx';
import { CustomerAvatar, CustomerName } from '../../ui/customer.tsx';
import choice from '../../ui/choice.module.css';
import { DialogFrame } from '../../ui/dialog-frame.tsx';
import { PanelSearch } from '../../ui/panel-search.tsx';
import { useAfterTyping } from '../../ui/after-typing.ts';
import { takeShared } from './shared.ts';

const rowsMax = 20;
const open = JSON.stringify(inboxFilter('open'));

/** Asks which conversation gets what another app has shared, and puts it into the reply. */
export default function ShareDialog({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate();
  const drafts = useDrafts();
  const [text, setText] = useState('');
  const q = useAfterTyping(text.trim());
  const list = useQuery({
    ...read(listConversations, { query: q ? { q, limit: rowsMax } : { filter: open, limit: rowsMax } }),
    ...alwaysFresh,
  });
  // Opens the store of files.
  useUploads('');
  const choose = async ({ id }: Conversation) => {
    const shared = await takeShared();
    const before = drafts.contentOf(id, 'reply');
    if (shared.text)
      drafts.keep(id, 'reply', before ? `${before}\n${shared.text}` : shared.text, drafts.isMarkdown(id, 'reply'));
    addFiles(id, shared.files);
    onClose();
    void navigate(`/conversations?selected=${id}&reply=1`);
  };
  return (
    <DialogFrame title={pushWords('shareTitle')} size="sm" onClose={onClose}>
      <Box color="fg.muted" fontSize="sm" mb="2">
        {pushWords('shareHint')}
      </Box>
      <PanelSearch label={inbox('search')} placeholder={inbox('search')} value={text} onChange={setText} />
      <Awaited read={list} />
      <ul className={choice.choices}>
        {list.data?.map((each) => (
          <li key={each.id}>
            <button type="button" className={choice.choice} onClick={() => void choose(each)}>
              <CustomerAvatar customer={each} size="sm" />
              <Box minW="0">
                <CustomerName customer={each} />
                <Box color="fg.muted" fontSize="sm" truncate>
                  {each.lastMessage?.content}
                </Box>
              </Box>
            </button>
          </li>
        ))}
      </ul>
    </DialogFrame>
  );
}
