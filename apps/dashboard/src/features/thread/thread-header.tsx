import { Button, IconButton } from '@chakra-ui/react';
import type { Conversation } from '@parley/contracts/entities';
import { CircleCheck, Hand, PanelRight, RotateCcw, UserPlus } from 'lucide-react';
import { type FocusEvent, memo, Suspense, useLayoutEffect, useRef, useState } from 'react';
import { HeldKeys } from '../../commands/awaited-keys.ts';
import { useAssistantIsOn } from '../../forms/settings.ts';
import { setPreference, usePreferences } from '../../preferences/preferences.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { CustomerName } from '../../ui/customer.tsx';
import { pausedWhile } from '../../ui/paused-while.ts';
import { customerLabel, websiteLabel } from '../../ui/person.ts';
import { StatusTag, Tag } from '../../ui/tag.tsx';
import { isAnsweredByAssistant } from '../../live/assisted.ts';
import { isAssisted, useConversationActions } from '../../live/conversation-actions.ts';
import { useFollowing } from '../../live/following.ts';
import { useMuted } from '../../live/muted.ts';
import { DueTag, isDue } from '../../domain/sla/due-tag.tsx';
import { TeamMark } from '../../domain/users/team-mark.tsx';
import { BackToList } from './back-to-list.tsx';
import { type Asking, useHeaderCommands } from './header-commands.ts';
import { useOffered } from '../../domain/conversation/offered.ts';
import type { Presence } from './presence.ts';
import { ThreadMenu } from './thread-menu.tsx';
import { visitorToggle } from './button-ids.ts';
import styles from './thread.module.css';
import { common } from '../../i18n/en/common.ts';
import { thread } from '../../i18n/en/thread.ts';
import { lazyPart } from '../../loading/part.tsx';

const AssignPicker = lazyPart(() => import('../../domain/conversation/assign-picker.tsx'));
const AssignDialog = lazyPart(() => import('./assign-dialog.tsx'));
const SplitDialog = lazyPart(() => import('./splitting/split-dialog.tsx'));
const MergeDialog = lazyPart(() => import('./merging/merge-dialog.tsx'));
const ForwardDialog = lazyPart(() => import('./sent-mails/forward-dialog.tsx'));
const RecipientsDialog = lazyPart(() => import('./recipients/recipients-dialog.tsx'));
const TranscriptDialog = lazyPart(() => import('./transcript-dialog.tsx'));

interface ThreadHeaderProps {
  conversation: Conversation;
  presence: Presence | null;
  /** Address of the "back" link on a phone. */
  backTo: string;
}

/** Fields of a conversation that the header shows; a message changes none of them. */
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
  'dueAt',
  'dueKind',
  'dueSoonAt',
  'mergedInto',
  'mergedIds',
  'participants',
] as const;

const looksTheSame = (before: ThreadHeaderProps, after: ThreadHeaderProps): boolean =>
  before.presence === after.presence &&
  before.backTo === after.backTo &&
  shownFields.every((field) => before.conversation[field] === after.conversation[field]);

/** Keeps the header's room, with the way back, while there is no conversation. */
export function EmptyThreadHeader({ backTo }: { backTo: string }) {
  return (
    <div className={styles.head}>
      <div className={styles.header}>
        <BackToList to={backTo} />
      </div>
    </div>
  );
}

/** The focus stays in the header when the button that has it did its work and goes. */
function useFocusKept() {
  const header = useRef<HTMLElement>(null);
  const focused = useRef<Element>(null);
  useLayoutEffect(() => {
    if (focused.current?.isConnected === false && document.activeElement === document.body)
      header.current?.querySelector<HTMLElement>('[aria-haspopup]')?.focus();
  });
  const onFocus = ({ target }: FocusEvent) => (focused.current = target);
  const onBlur = () => (focused.current = null);
  return { ref: header, onFocus, onBlur };
}

export const ThreadHeader = memo(function ThreadHeader({ conversation, presence, backTo }: ThreadHeaderProps) {
  const { visitorPanel } = usePreferences();
  const actions = useConversationActions(conversation);
  const offered = useOffered(conversation, actions);
  const following = useFollowing(conversation.id);
  const muted = useMuted(conversation.id);
  const [asking, ask] = useState<Asking | null>(null);
  const done = () => ask(null);
  const assisted = isAssisted(conversation);
  const isClosed = conversation.status === 'closed';
  const owner = conversation.representative;
  const assistantIsOn = useAssistantIsOn();
  const keepsFocus = useFocusKept();
  const does = (run: () => void) => pausedWhile(actions.isPending, run);
  useHeaderCommands({ offered, actions, following, muted, isClosed, ask });

  return (
    <header className={styles.head} {...keepsFocus}>
      <div className={styles.header}>
        <BackToList to={backTo} />
        <div className={styles.title}>
          <h2 title={customerLabel(conversation)}>
            <CustomerName customer={conversation} />
          </h2>
          <div className={styles.badges}>
            <StatusTag status={conversation.status} />
            <Tag tone={assisted ? 'outline' : 'strong'}>
              {isAnsweredByAssistant(conversation, assistantIsOn)
                ? common('aiAssisted')
                : assisted
                  ? common('unassigned')
                  : thread('manualMode')}
            </Tag>
            {/* The visitor's panel shows it too. */}
            {presence && !visitorPanel && (
              <span className={styles.here} data-online={presence.visitor.isOnline || undefined}>
                {presence.visitor.isOnline ? thread('onPage') : thread('away')}
              </span>
            )}
            {isDue(conversation) && <DueTag due={conversation} />}
            {conversation.teamId && <TeamMark teamId={conversation.teamId} />}
            <span className={styles.rest} title={owner === null ? undefined : thread('assignedTo', { name: owner })}>
              {owner !== null && (
                <>
                  <span className={styles.initials} aria-hidden>
                    <Avatar name={owner} size="xs" />
                  </span>
                  <span className={styles.owner}>{thread.rich('assignedTo', { name: <bdi>{owner}</bdi> })}</span>
                </>
              )}
              <Tag tone="outline" title={websiteLabel(conversation)}>
                {websiteLabel(conversation)}
              </Tag>
            </span>
          </div>
        </div>
        <div className={styles.actions}>
          {offered.canTakeOver && (
            <Button
              size="xs"
              className={styles.takeOver}
              title={thread('takeOverButton')}
              data-command="take-over"
              {...does(actions.takeOver)}
            >
              <Hand size={14} aria-hidden />
              <i>{thread('takeOverButton')}</i>
            </Button>
          )}
          {offered.may.assign && (
            <Button
              size="xs"
              variant="outline"
              title={thread('assignToButton')}
              data-command="assign"
              aria-haspopup="dialog"
              onClick={() => ask('assign')}
            >
              <UserPlus size={14} aria-hidden />
              <span>{thread('assignToButton')}</span>
            </Button>
          )}
          {offered.canClose && (
            <Button
              size="xs"
              variant="outline"
              title={isClosed ? thread('reopen') : thread('close')}
              data-command="close reopen"
              {...does(isClosed ? actions.reopen : actions.close)}
            >
              {isClosed ? <RotateCcw size={14} aria-hidden /> : <CircleCheck size={14} aria-hidden />}
              <span>{isClosed ? thread('reopen') : thread('close')}</span>
            </Button>
          )}
          <ThreadMenu
            offered={offered}
            isSpam={conversation.isSpam}
            isPending={actions.isPending}
            following={following}
            muted={muted}
          />
          <Suspense fallback={<HeldKeys />}>
            {asking === 'assign' && (
              <AssignPicker
                assigned={conversation.assignedRepresentativeId}
                teamId={conversation.teamId}
                onAssign={actions.assign}
                onAssignTeam={actions.assignTeam}
                onUnassign={
                  conversation.assignedRepresentativeId === null && !actions.isPending ? undefined : actions.unassign
                }
                onLeaveTeam={conversation.teamId === undefined ? undefined : () => actions.assignTeam(null)}
                onWithNote={() => ask('assign with note')}
                onClose={() => ask((now) => (now === 'assign' ? null : now))}
              />
            )}
            {asking === 'merge' && <MergeDialog conversation={conversation} onClose={done} />}
            {asking === 'split' && <SplitDialog conversationId={conversation.id} onClose={done} />}
            {asking === 'forward' && <ForwardDialog conversationId={conversation.id} onClose={done} />}
            {asking === 'recipients' && <RecipientsDialog conversation={conversation} onClose={done} />}
            {asking === 'transcript' && <TranscriptDialog conversation={conversation} onClose={done} />}
            {asking === 'assign with note' && (
              <AssignDialog
                isPending={actions.isPending}
                onAssign={(member, note) => actions.assign({ ...member, note, done })}
                onClose={done}
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
            data-command="visitor"
            aria-pressed={visitorPanel}
            onClick={() => setPreference('visitorPanel', !visitorPanel)}
          >
            <PanelRight size={16} aria-hidden />
          </IconButton>
        </div>
      </div>
    </header>
  );
}, looksTheSame);
