import { Button, IconButton, Menu } from '@chakra-ui/react';
import type { Conversation } from '@parley/contracts/entities';
import { listRepresentatives } from '@parley/contracts/routes/people';
import type { SignedInUser } from '@parley/contracts/sign-in';
import {
  AlarmClock,
  Bell,
  BellOff,
  Bot,
  ChevronsUp,
  CircleCheck,
  Ellipsis,
  FileText,
  Hand,
  MailOpen,
  Merge,
  PanelRight,
  RotateCcw,
  ShieldAlert,
  ShieldBan,
  Tags,
  Trash2,
  UserMinus,
  UserPlus,
} from 'lucide-react';
import { type FocusEvent, memo, Suspense, useLayoutEffect, useRef, useState } from 'react';
import { useRead } from '../../api/read.ts';
import { useMe } from '../../auth/auth.tsx';
import { mayAlways } from '../../auth/rights.ts';
import { runCommand, useCommands } from '../../commands/commands.ts';
import { useAssistantIsOn } from '../../forms/settings.ts';
import { setPreference, usePreferences } from '../../preferences/preferences.ts';
import { CustomerName } from '../../ui/customer.tsx';
import { OverMain } from '../../ui/over.tsx';
import { pausedWhile } from '../../ui/paused-while.ts';
import { customerLabel, websiteLabel } from '../../ui/person.ts';
import { StatusTag, Tag } from '../../ui/tag.tsx';
import { canTakeOver, isAssisted, useConversationActions } from '../../live/conversation-actions.ts';
import { useFollowing } from '../../live/following.ts';
import { TeamMark } from '../roles/team-mark.tsx';
import { useTeams } from '../roles/use-teams.ts';
import { assignable } from './assignable.ts';
import { BackToList } from './back-to-list.tsx';
import type { Presence } from './presence.ts';
import styles from './thread.module.css';
import { blockWords } from '../../i18n/en/block.ts';
import { common } from '../../i18n/en/common.ts';
import { ownership } from '../../i18n/en/ownership.ts';
import { labels } from '../../i18n/en/labels.ts';
import { merging } from '../../i18n/en/merging.ts';
import { thread } from '../../i18n/en/thread.ts';
import { transcripts } from '../../i18n/en/transcripts.ts';
import { lazyPart } from '../../app/part.tsx';

const AssignList = lazyPart(() => import('./assign-list.tsx'));
const AssignDialog = lazyPart(() => import('./assign-dialog.tsx'));
const MergeDialog = lazyPart(() => import('../merging/merge-dialog.tsx'));
const TranscriptDialog = lazyPart(() => import('../transcripts/transcript-dialog.tsx'));

interface ThreadHeaderProps {
  conversation: Conversation;
  presence: Presence | null;
  /** Where "back" leads on a phone. */
  backTo: string;
}

/** The button that shows and hides the visitor. */
export const visitorToggle = 'visitor-toggle';
/** The button of the menu, which shows the visitor where there is no room for a button of their own. */
export const threadMenu = 'thread-menu';

/** What the header shows of a conversation; a message changes none of it. */
const shownFields = [
  'id',
  'status',
  'customerEmail',
  'customerName',
  'website',
  'representative',
  'assignedRepresentativeId',
  'teamId',
  'isAiAssisted',
  'isSpam',
  'mergedInto',
  'mergedIds',
] as const;

const looksTheSame = (before: ThreadHeaderProps, after: ThreadHeaderProps): boolean =>
  before.presence === after.presence &&
  before.backTo === after.backTo &&
  shownFields.every((field) => before.conversation[field] === after.conversation[field]);

/** The header's room, and the way back, while there is no conversation to head. */
export function EmptyThreadHeader({ backTo }: { backTo: string }) {
  return (
    <div className={styles.head}>
      <div className={styles.header}>
        <BackToList to={backTo} />
      </div>
    </div>
  );
}

/** How a conversation is given up again: to the assistant, or to nobody while that is switched off. */
function wayToGiveUp(
  { status, isAiAssisted, assignedRepresentativeId }: Conversation,
  assistantIsOn: boolean,
  { handBack, unassign }: ReturnType<typeof useConversationActions>,
) {
  if (status === 'closed' || isAiAssisted) return null;
  if (assistantIsOn) return { label: thread('handBack'), icon: Bot, act: handBack };
  return assignedRepresentativeId === null ? null : { label: thread('unassign'), icon: UserMinus, act: unassign };
}

/** The focus stays in the header when the button that has it did its work and goes. */
function useFocusKept() {
  const header = useRef<HTMLElement>(null);
  const focused = useRef<Element>(null);
  useLayoutEffect(() => {
    if (focused.current?.isConnected === false && document.activeElement === document.body)
      header.current?.querySelector<HTMLElement>('[aria-haspopup=menu]')?.focus();
  });
  const onFocus = ({ target }: FocusEvent) => (focused.current = target);
  const onBlur = () => (focused.current = null);
  return { ref: header, onFocus, onBlur };
}

export const ThreadHeader = memo(function ThreadHeader({ conversation, presence, backTo }: ThreadHeaderProps) {
  const me = useMe();
  const may = mayDo(me);
  const { visitorPanel } = usePreferences();
  const actions = useConversationActions(conversation);
  const [assigning, setAssigning] = useState(false);
  const [assigningWithNote, setAssigningWithNote] = useState(false);
  const [isTranscribing, setTranscribing] = useState(false);
  const [isMerging, setMerging] = useState(false);
  const team = assignable(useRead(listRepresentatives, {}).data);
  const teams = useTeams();
  const following = useFollowing(conversation.id);
  const assisted = isAssisted(conversation);
  const isClosed = conversation.status === 'closed';
  const isMerged = conversation.mergedInto !== undefined;
  const isMergeable = may.merge && !isMerged && !conversation.mergedIds && !conversation.isSpam;
  const assistantIsOn = useAssistantIsOn();
  const giveUp = may.assign ? wayToGiveUp(conversation, assistantIsOn, actions) : null;
  const offersTakeOver = may.assign && canTakeOver(conversation, me.id);
  const canClose = may.update && !isMerged;
  const keepsFocus = useFocusKept();
  const does = (act: () => void) => pausedWhile(actions.isPending, act);
  const togglePanel = () => setPreference('visitorPanel', !visitorPanel);

  const group = 'Conversation' as const;
  useCommands([
    ...(offersTakeOver
      ? [{ id: 'take-over', label: thread('takeOver'), group, keys: 't', run: actions.takeOver }]
      : []),
    ...(giveUp ? [{ id: 'hand-back', label: giveUp.label, group, keys: 'b', run: giveUp.act }] : []),
    ...(canClose
      ? [
          isClosed
            ? { id: 'reopen', label: thread('reopenConversation'), group, keys: 'e', run: actions.reopen }
            : { id: 'close', label: thread('closeConversation'), group, keys: 'e', run: actions.close },
        ]
      : []),
    ...(isMergeable
      ? [{ id: 'merge', label: merging('mergeInto'), group, keys: 'Shift+M', run: () => setMerging(true) }]
      : []),
    ...(may.assign
      ? [
          { id: 'assign', label: thread('assignTo'), group, keys: 'a', hidden: true, run: () => setAssigning(true) },
          {
            id: 'assign:note',
            label: ownership('assignWithNote'),
            group,
            keys: 'Shift+A',
            run: () => setAssigningWithNote(true),
          },
        ]
      : []),
    { id: 'transcript', label: transcripts('transcript'), group, run: () => setTranscribing(true) },
    {
      id: 'follow',
      label: following.isFollowing ? ownership('unfollow') : ownership('follow'),
      group,
      keys: 'Shift+F',
      run: following.toggle,
    },
    ...(may.assign ? team : []).map((person) => ({
      id: `assign:${person.id}`,
      label: thread('assignToName', { name: person.name }),
      group,
      run: () => actions.assign(person),
    })),
    ...(may.assign ? teams : []).map((each) => ({
      id: `assign:team:${each.id}`,
      label: ownership('assignToTeam', { name: each.name }),
      group,
      run: () => actions.assignTeam(each),
    })),
    {
      id: 'visitor',
      label: visitorPanel ? thread('hideVisitor') : thread('showVisitor'),
      group,
      keys: 'i',
      run: togglePanel,
    },
  ]);

  return (
    <header className={styles.head} {...keepsFocus}>
      <div className={styles.header}>
        <BackToList to={backTo} />
        <div className={styles.title}>
          <h2 title={customerLabel(conversation)}>
            <CustomerName customer={conversation} />
          </h2>
          <div className={styles.badges}>
            <Tag tone="outline" title={websiteLabel(conversation)}>
              {websiteLabel(conversation)}
            </Tag>
            <StatusTag status={conversation.status} />
            <Tag tone={assisted ? 'outline' : 'strong'}>
              {assisted ? (assistantIsOn ? common('aiAssisted') : common('unassigned')) : thread('manualMode')}
            </Tag>
            {/* The visitor's panel says it too. */}
            {presence && !visitorPanel && (
              <span className={styles.here} data-online={presence.visitor.isOnline || undefined}>
                {presence.visitor.isOnline ? thread('onPage') : thread('away')}
              </span>
            )}
            {conversation.teamId && <TeamMark teamId={conversation.teamId} />}
            {conversation.representative && (
              <span className={styles.assigned} title={thread('assignedTo', { name: conversation.representative })}>
                {thread.rich('assignedTo', { name: <bdi>{conversation.representative}</bdi> })}
              </span>
            )}
          </div>
        </div>
        <div className={styles.actions}>
          {offersTakeOver && (
            <Button size="xs" className={styles.takeOver} {...does(actions.takeOver)}>
              <Hand size={14} aria-hidden />
              {thread('takeOverButton')}
            </Button>
          )}
          {may.assign && (
            <Menu.Root
              open={assigning}
              onOpenChange={({ open }) => setAssigning(open)}
              positioning={{ placement: 'bottom-end' }}
              typeahead={false}
            >
              <Menu.Trigger asChild>
                <Button size="xs" variant="outline" title={thread('assignToButton')}>
                  <UserPlus size={14} aria-hidden />
                  <span>{thread('assignToButton')}</span>
                </Button>
              </Menu.Trigger>
              <OverMain>
                <Menu.Positioner>
                  {/* A group: beside the menu in it there is a field, which no menu may hold. */}
                  <Menu.Content role="group" maxW="min(24rem, 94vw)" maxH="min(22rem, 60vh)">
                    <Suspense>
                      {assigning && (
                        <AssignList
                          assigned={conversation.assignedRepresentativeId}
                          teamId={conversation.teamId}
                          onAssign={actions.assign}
                          onAssignTeam={actions.assignTeam}
                          onUnassign={actions.unassign}
                          onWithNote={() => setAssigningWithNote(true)}
                        />
                      )}
                    </Suspense>
                  </Menu.Content>
                </Menu.Positioner>
              </OverMain>
            </Menu.Root>
          )}
          {canClose && (
            <Button
              size="xs"
              variant="outline"
              title={isClosed ? thread('reopen') : common('close')}
              {...does(isClosed ? actions.reopen : actions.close)}
            >
              {isClosed ? <RotateCcw size={14} aria-hidden /> : <CircleCheck size={14} aria-hidden />}
              <span>{isClosed ? thread('reopen') : common('close')}</span>
            </Button>
          )}
          <MoreMenu
            may={may}
            isSpam={conversation.isSpam}
            isMergeable={isMergeable}
            giveUp={giveUp}
            isPending={actions.isPending}
            following={following}
          />
          <Suspense>
            {isMerging && <MergeDialog conversation={conversation} onClose={() => setMerging(false)} />}
            {isTranscribing && <TranscriptDialog conversation={conversation} onClose={() => setTranscribing(false)} />}
            {assigningWithNote && (
              <AssignDialog
                isPending={actions.isPending}
                onAssign={(person, note) =>
                  actions.assign({ ...person, note, done: () => setAssigningWithNote(false) })
                }
                onClose={() => setAssigningWithNote(false)}
              />
            )}
          </Suspense>
          <IconButton
            id={visitorToggle}
            size="xs"
            variant="ghost"
            className={styles.panelToggle}
            aria-label={thread('visitorDetails')}
            title={thread('visitorDetails')}
            aria-pressed={visitorPanel}
            onClick={togglePanel}
          >
            <PanelRight size={16} aria-hidden />
          </IconButton>
        </div>
      </div>
    </header>
  );
}, looksTheSame);

/** What somebody's role lets them do with a conversation; the server holds to the same. */
const mayDo = (me: SignedInUser) => ({
  assign: mayAlways(me, 'conversations.assign'),
  update: mayAlways(me, 'conversations.update'),
  merge: mayAlways(me, 'conversations.merge'),
  delete: mayAlways(me, 'conversations.delete'),
});

interface MoreMenuProps {
  may: ReturnType<typeof mayDo>;
  isSpam: boolean;
  isMergeable: boolean;
  giveUp: ReturnType<typeof wayToGiveUp>;
  isPending: boolean;
  following: ReturnType<typeof useFollowing>;
}

/** What is done less often, and on a phone what there is no room for. */
function MoreMenu({ may, isSpam, isMergeable, giveUp, isPending, following }: MoreMenuProps) {
  const Bells = following.isFollowing ? BellOff : Bell;
  const { visitorPanel } = usePreferences();
  return (
    <Menu.Root ids={{ trigger: threadMenu }} positioning={{ placement: 'bottom-end' }}>
      <Menu.Trigger asChild>
        <IconButton size="xs" variant="ghost" aria-label={thread('moreActions')} title={thread('moreActions')}>
          <Ellipsis size={16} aria-hidden />
        </IconButton>
      </Menu.Trigger>
      <OverMain>
        <Menu.Positioner>
          <Menu.Content>
            {giveUp && (
              <Menu.Item value="give-up" disabled={isPending} onClick={giveUp.act}>
                <giveUp.icon size={15} aria-hidden />
                {giveUp.label}
              </Menu.Item>
            )}
            <Menu.Item value="follow" onClick={following.toggle}>
              <Bells size={15} aria-hidden />
              {following.isFollowing ? ownership('unfollow') : ownership('follow')}
            </Menu.Item>
            <Menu.Item value="unread" onClick={() => runCommand('list:unread')}>
              <MailOpen size={15} aria-hidden />
              {ownership('markUnread')}
            </Menu.Item>
            {may.update && (
              <>
                <Menu.Item value="tags" onClick={() => runCommand('label:tags')}>
                  <Tags size={15} aria-hidden />
                  {labels('tag')}
                </Menu.Item>
                <Menu.Item value="priority" onClick={() => runCommand('label:priority')}>
                  <ChevronsUp size={15} aria-hidden />
                  {labels('setPriority')}
                </Menu.Item>
                <Menu.Item value="snooze" onClick={() => runCommand('label:snooze')}>
                  <AlarmClock size={15} aria-hidden />
                  {labels('snooze')}
                </Menu.Item>
              </>
            )}
            <Menu.Item value="transcript" onClick={() => runCommand('transcript')}>
              <FileText size={15} aria-hidden />
              {transcripts('transcript')}
            </Menu.Item>
            {isMergeable && (
              <Menu.Item value="merge" onClick={() => runCommand('merge')}>
                <Merge size={15} aria-hidden />
                {merging('mergeInto')}
              </Menu.Item>
            )}
            <Menu.Item value="visitor" onClick={() => setPreference('visitorPanel', !visitorPanel)}>
              <PanelRight size={15} aria-hidden />
              {visitorPanel ? thread('hideVisitor') : thread('showVisitor')}
            </Menu.Item>
            {may.update && (
              <Menu.Item value="spam" onClick={() => runCommand('spam')}>
                <ShieldAlert size={15} aria-hidden />
                {isSpam ? blockWords('notSpam') : blockWords('markSpam')}
              </Menu.Item>
            )}
            {may.update && !isSpam && (
              <Menu.Item value="spam-block" onClick={() => runCommand('spam:block')}>
                <ShieldBan size={15} aria-hidden />
                {blockWords('markSpamAndBlock')}
              </Menu.Item>
            )}
            {may.delete && (
              <>
                <Menu.Separator />
                {/* The list asks whether it is meant. */}
                <Menu.Item value="delete" color="fg.error" onClick={() => runCommand('list:delete')}>
                  <Trash2 size={15} aria-hidden />
                  {thread('deleteConversation')}
                </Menu.Item>
              </>
            )}
          </Menu.Content>
        </Menu.Positioner>
      </OverMain>
    </Menu.Root>
  );
}
