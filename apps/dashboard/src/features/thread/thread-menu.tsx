import { Menu } from '@chakra-ui/react';
import {
  AlarmClock,
  Bell,
  BellOff,
  ChevronsUp,
  ClipboardCheck,
  FileText,
  Forward,
  MailOpen,
  MailPlus,
  Merge,
  PanelRight,
  ShieldAlert,
  ShieldBan,
  Sparkles,
  Split,
  Tags,
  Trash2,
  Volume2,
  VolumeX,
  type LucideIcon,
} from 'lucide-react';
import { useSyncExternalStore } from 'react';
import { registeredCommands, runCommand, subscribeToCommands } from '../../commands/commands.ts';
import { blockWords } from '../../i18n/en/block.ts';
import { labels } from '../../i18n/en/labels.ts';
import { merging } from '../../i18n/en/merging.ts';
import { ownership } from '../../i18n/en/ownership.ts';
import { thread } from '../../i18n/en/thread.ts';
import { transcripts } from '../../i18n/en/transcripts.ts';
import type { useFollowing } from '../../live/following.ts';
import type { useMuted } from '../../live/muted.ts';
import { notifications } from '../../i18n/en/notifications.ts';
import { setPreference, usePreferences } from '../../preferences/preferences.ts';
import { MenuKey } from '../../ui/menu-key.tsx';
import { MoreMenu } from '../../ui/more-menu.tsx';
import { threadMenu } from './button-ids.ts';
import type { Offered } from '../../domain/conversation/offered.ts';

interface ThreadMenuProps {
  offered: Offered;
  isSpam: boolean;
  isPending: boolean;
  following: ReturnType<typeof useFollowing>;
  muted: ReturnType<typeof useMuted>;
}

/** Shows the less frequent actions, and on a phone those that have no room in the header. */
export function ThreadMenu({ offered, isSpam, isPending, following, muted }: ThreadMenuProps) {
  const { may, isMergeable, giveUp, hasEmails, mayForward } = offered;
  const Bells = following.isFollowing ? BellOff : Bell;
  const { visitorPanel } = usePreferences();
  return (
    <MoreMenu id={threadMenu} label={thread('moreActions')} isMountedAhead>
      {giveUp && (
        <Menu.Item value="give-up" disabled={isPending} onClick={giveUp.run}>
          <giveUp.icon size={15} aria-hidden />
          {giveUp.label}
          <MenuKey of={['return-to-assistant']} />
        </Menu.Item>
      )}
      <Menu.Item value="follow" onClick={following.toggle}>
        <Bells size={15} aria-hidden />
        {following.isFollowing ? ownership('unfollow') : ownership('follow')}
        <MenuKey of={['follow']} />
      </Menu.Item>
      <Menu.Item value="mute" onClick={muted.toggle}>
        {muted.isMuted ? <Volume2 size={15} aria-hidden /> : <VolumeX size={15} aria-hidden />}
        {notifications(muted.isMuted ? 'unmute' : 'mute')}
        <MenuKey of={['mute']} />
      </Menu.Item>
      <Menu.Item value="unread" onClick={() => runCommand('list:unread')}>
        <MailOpen size={15} aria-hidden />
        {ownership('markUnread')}
        <MenuKey of={['list:unread']} />
      </Menu.Item>
      {may.update && (
        <>
          <Menu.Item value="tags" onClick={() => runCommand('label:tags')}>
            <Tags size={15} aria-hidden />
            {labels('tag')}
            <MenuKey of={['label:tags']} />
          </Menu.Item>
          <Menu.Item value="priority" onClick={() => runCommand('label:priority')}>
            <ChevronsUp size={15} aria-hidden />
            {labels('setPriority')}
            <MenuKey of={['label:priority']} />
          </Menu.Item>
          <Menu.Item value="snooze" onClick={() => runCommand('label:snooze')}>
            <AlarmClock size={15} aria-hidden />
            {labels('snooze')}
            <MenuKey of={['label:snooze']} />
          </Menu.Item>
        </>
      )}
      {hasEmails && (
        <Menu.Item value="recipients" onClick={() => runCommand('recipients')}>
          <MailPlus size={15} aria-hidden />
          {thread('addRecipients')}
        </Menu.Item>
      )}
      {mayForward && (
        <Menu.Item value="forward" onClick={() => runCommand('forward')}>
          <Forward size={15} aria-hidden />
          {thread('forwardConversation')}
        </Menu.Item>
      )}
      <Menu.Item value="transcript" onClick={() => runCommand('transcript')}>
        <FileText size={15} aria-hidden />
        {transcripts('transcript')}
        <MenuKey of={['transcript']} />
      </Menu.Item>
      {isMergeable && (
        <Menu.Item value="merge" onClick={() => runCommand('merge')}>
          <Merge size={15} aria-hidden />
          {merging('mergeInto')}
          <MenuKey of={['merge']} />
        </Menu.Item>
      )}
      {isMergeable && (
        <Menu.Item value="split" onClick={() => runCommand('split')}>
          <Split size={15} aria-hidden />
          {merging('split')}
          <MenuKey of={['split']} />
        </Menu.Item>
      )}
      <Menu.Item value="visitor" onClick={() => setPreference('visitorPanel', !visitorPanel)}>
        <PanelRight size={15} aria-hidden />
        {visitorPanel ? thread('hideVisitor') : thread('showVisitor')}
        <MenuKey of={['visitor']} />
      </Menu.Item>
      <OfferedItem id="copilot:fold" icon={Sparkles} />
      <OfferedItem id="review" icon={ClipboardCheck} />
      {may.update && (
        <Menu.Item value="spam" onClick={() => runCommand('spam')}>
          <ShieldAlert size={15} aria-hidden />
          {isSpam ? blockWords('notSpam') : blockWords('markSpam')}
          <MenuKey of={['spam']} />
        </Menu.Item>
      )}
      {may.update && may.block && !isSpam && (
        <Menu.Item value="spam-block" onClick={() => runCommand('spam:block')}>
          <ShieldBan size={15} aria-hidden />
          {blockWords('markSpamAndBlock')}
        </Menu.Item>
      )}
      {may.delete && (
        <>
          <Menu.Separator />
          {/* The list asks for confirmation. */}
          <Menu.Item value="delete" color="fg.error" onClick={() => runCommand('list:delete')}>
            <Trash2 size={15} aria-hidden />
            {thread('deleteConversation')}
            <MenuKey of={['list:delete']} />
          </Menu.Item>
        </>
      )}
    </MoreMenu>
  );
}

/** Offers a command of another part of the screen; absent where that part has nothing to offer. */
function OfferedItem({ id, icon: Icon }: { id: string; icon: LucideIcon }) {
  const command = useSyncExternalStore(subscribeToCommands, () => registeredCommands().find((each) => each.id === id));
  if (!command) return null;
  return (
    <Menu.Item value={id} onClick={command.run}>
      <Icon size={15} aria-hidden />
      {command.label}
      <MenuKey of={[command.id]} />
    </Menu.Item>
  );
}
