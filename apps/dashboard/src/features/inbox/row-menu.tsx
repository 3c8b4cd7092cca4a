import { Menu } from '@chakra-ui/react';
import type { Conversation } from '@parley/contracts/entities';
import {
  AlarmClock,
  Ban,
  CircleCheck,
  MailOpen,
  RotateCcw,
  ShieldAlert,
  ShieldBan,
  ShieldCheck,
  SquareCheck,
  Trash2,
  UserRoundPlus,
} from 'lucide-react';
import { visitorOf } from '../../live/visitor.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useMay } from '../../forms/permissions.ts';
import { useSpam } from '../../domain/conversation/use-spam.ts';
import { useBlock } from '../../domain/contacts/use-block.ts';
import { blockWords } from '../../i18n/en/block.ts';
import { useMarkUnread, useSetClosed } from '../../live/conversation-actions.ts';
import { MenuKey } from '../../ui/menu-key.tsx';
import { MenuAt, type Point } from '../../ui/menu-at.tsx';
import { inbox } from '../../i18n/en/inbox.ts';
import { labels } from '../../i18n/en/labels.ts';
import { thread } from '../../i18n/en/thread.ts';
import { ownership } from '../../i18n/en/ownership.ts';
import { toastFailure } from '../../ui/toast/failure.ts';

interface RowMenuProps {
  conversation: Conversation;
  /** Element that opened it. */
  button: HTMLElement;
  /** Point at which a pointer opened it. */
  point?: Point | undefined;
  /** Opens a picker for it. */
  onPicker: (kind: 'snooze' | 'assign') => void;
  /** Chooses it, and with it begins to choose many. */
  onPick: (id: string) => void;
  onDelete: (conversation: Conversation) => void;
  onClose: () => void;
}

/**
 * Shows the actions for a conversation without opening it, also on touch screens, where no pointer hovers over a row.
 */
export default function RowMenu({ conversation, button, point, onPick, onPicker, onDelete, onClose }: RowMenuProps) {
  const setClosed = useSetClosed();
  const markUnread = useMarkUnread();
  const client = useQueryClient();
  const { setBlocked } = useBlock();
  const { markAsSpam, isNoSpam } = useSpam();
  const block = async () => {
    try {
      const { contactId } = await client.fetchQuery(visitorOf(conversation.id));
      setBlocked(contactId, true);
    } catch (error) {
      toastFailure(error);
    }
  };
  const isClosed = conversation.status === 'closed';
  const mayUpdate = useMay('conversations.update');
  const mayAssign = useMay('conversations.assign');
  const mayBlock = useMay('contacts.block');
  const mayDelete = useMay('conversations.delete');
  return (
    <MenuAt button={button} point={point} onClose={onClose}>
      {mayUpdate && (
        <Menu.Item value="close" onClick={() => setClosed(conversation, !isClosed)}>
          {isClosed ? <RotateCcw size={15} aria-hidden /> : <CircleCheck size={15} aria-hidden />}
          {isClosed ? inbox('reopen') : inbox('close')}
          <MenuKey of={['cursor:toggle', 'close', 'reopen']} />
        </Menu.Item>
      )}
      {mayUpdate && (
        <Menu.Item value="snooze" onClick={() => onPicker('snooze')}>
          <AlarmClock size={15} aria-hidden />
          {labels('snooze')}
          <MenuKey of={['cursor:snooze', 'label:snooze']} />
        </Menu.Item>
      )}
      {mayAssign && (
        <Menu.Item value="assign" onClick={() => onPicker('assign')}>
          <UserRoundPlus size={15} aria-hidden />
          {thread('assignTo')}
          <MenuKey of={['cursor:assign', 'assign']} />
        </Menu.Item>
      )}
      <Menu.Item value="unread" onClick={() => markUnread([conversation.id])}>
        <MailOpen size={15} aria-hidden />
        {ownership('markUnread')}
        <MenuKey of={['list:unread']} />
      </Menu.Item>
      {mayUpdate && (
        <>
          <Menu.Item value="select" onClick={() => onPick(conversation.id)}>
            <SquareCheck size={15} aria-hidden />
            {inbox('select')}
            <MenuKey of={['list:pick']} />
          </Menu.Item>
          {conversation.isSpam ? (
            <Menu.Item value="spam" onClick={() => isNoSpam(conversation)}>
              <ShieldCheck size={15} aria-hidden />
              {blockWords('notSpam')}
            </Menu.Item>
          ) : (
            <>
              <Menu.Item value="spam" onClick={() => markAsSpam(conversation)}>
                <ShieldAlert size={15} aria-hidden />
                {blockWords('markSpam')}
              </Menu.Item>
              {mayBlock && (
                <Menu.Item value="spam-block" onClick={() => markAsSpam(conversation, true)}>
                  <ShieldBan size={15} aria-hidden />
                  {blockWords('markSpamAndBlock')}
                </Menu.Item>
              )}
            </>
          )}
        </>
      )}
      {mayBlock && conversation.visitorId && (
        <Menu.Item value="block" onClick={() => void block()}>
          <Ban size={15} aria-hidden />
          {blockWords('blockVisitor')}
        </Menu.Item>
      )}
      {mayDelete && (
        <Menu.Item value="delete" color="fg.error" onClick={() => onDelete(conversation)}>
          <Trash2 size={15} aria-hidden />
          {inbox('deleteConversation')}
          <MenuKey of={['cursor:delete', 'list:delete']} />
        </Menu.Item>
      )}
    </MenuAt>
  );
}
