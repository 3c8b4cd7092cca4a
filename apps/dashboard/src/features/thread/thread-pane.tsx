import { completeUntil } from '@parley/client/conversation';
import type { Followed } from '@parley/client/follow';
import type { PendingMessage } from '@parley/client/outbox';
import type { AttachmentInputs } from '@parley/contracts/messages/attachments';
import type { Macro } from '@parley/contracts/messages/canned-replies';
import { conversationChannel } from '@parley/contracts/channels/list';
import type { Conversation } from '@parley/contracts/entities';
import { suggestionRefreshDelayMs } from '@parley/contracts/assistant/limits';
import type { Activity } from '@parley/contracts/conversations/activities';
import type { ScheduledMessage } from '@parley/contracts/conversations/scheduled';
import { MessagesSquare } from 'lucide-react';
import { memo, Suspense, useCallback, useMemo, useRef, useState } from 'react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { CallError } from '../../api/call-error.ts';
import { lazyPart } from '../../loading/part.tsx';
import { useMe } from '../../auth/auth.tsx';
import { useCommands } from '../../commands/commands.ts';
import { activitiesOf } from '../../live/activities-cache.ts';
import { cachedConversation, openedConversation } from '../../live/conversation-cache.ts';
import { useFollowed, useFollowedState } from '../../live/followed.ts';
import { useLive, usePending } from '../../live/live.tsx';
import { useAfterTyping } from '../../ui/after-typing.ts';
import { EmptyAction } from '../../ui/empty-action.tsx';
import { EmptyState, FailedState } from '../../ui/empty-state.tsx';
import { isManual } from '../../live/conversation-actions.ts';
import { mayAlways } from '../../auth/rights.ts';
import { type Added, Composer, type ComposerHandle } from './composer.tsx';
import { NoteButton, NoteComposer } from './notes/note-composer.tsx';
import { CopilotLine } from './copilot/copilot-line.tsx';
import { useCopilot, useCopilotLineKnown } from '../../domain/copilot/use-copilot.ts';
import { useCustomerLanguage, useIsTranslated, useTranslatedChoices, useTranslating } from './copilot/translations.ts';
import { DropZone } from '../../domain/files/drop-zone.tsx';
import { chooseRecipients, takeRecipients } from './recipients/message-recipients.ts';
import { SpamLine } from './spam-line.tsx';
import { Labels } from './labels.tsx';
import { useMentionsSeen } from '../../domain/notes/unread-mentions.ts';
import { addUploaded, bringBack } from '../../domain/files/uploads.ts';
import { takeBack, useScheduled, useWaiting, type Waiting } from '../../domain/scheduled/scheduled.ts';
import { createDraftBasis } from './draft-basis.ts';
import { HandOffPacket } from './hand-off-packet.tsx';
import { MessageList } from './message-list.tsx';
import { OwnerLine } from './owner-line.tsx';
import { ReplyWindowLine, useReplyWindow } from './reply-window.tsx';
import { usePresence, viewersWords } from './presence.ts';
import { QuoteBar } from './quoting/quote-bar.tsx';
import { quote, takeQuoted } from './quoting/quoting.ts';
import { Suggestions } from './suggestions.tsx';
import styles from './thread.module.css';
import { EmptyThreadHeader, ThreadHeader } from './thread-header.tsx';
import { useMarkTakenAway, useDoneByReply } from './done-by-reply.ts';
import { ThreadSkeleton } from './thread-skeleton.tsx';
import { scheduledWords } from '../../i18n/en/scheduled.ts';
import { thread } from '../../i18n/en/thread.ts';

const SubjectLine = lazyPart(() => import('./subject-line.tsx'));
const RecipientsLine = lazyPart(() => import('./recipients/recipients-line.tsx'));
const ReplyRecipients = lazyPart(() => import('./recipients/reply-recipients.tsx'));
const TemplateButton = lazyPart(() => import('./templates/template-button.tsx'));
const MergedParts = lazyPart(() => import('./merging/merged-parts.tsx'));

interface ThreadPaneProps {
  conversationId: string;
  /** The message that is brought into view; the newest without one. */
  openAt: number | null;
  /** Address of the "back" link on a phone. */
  backTo: string;
}

/**
 * Shows the right side of the conversations screen. The parts around the messages wait while the user types; the
 * messages themselves are shown at once.
 */
export function ThreadPane(props: ThreadPaneProps) {
  const { data, error, refetch } = useQuery(openedConversation(props.conversationId));
  const settled = useAfterTyping(data);
  return <Pane {...props} data={settled ?? data} error={error} refetch={refetch} />;
}

interface PaneProps extends ThreadPaneProps {
  data: Conversation | undefined;
  error: Error | null;
  refetch: () => Promise<unknown>;
}

const Pane = memo(function Pane({ conversationId, openAt, backTo, data, error, refetch }: PaneProps) {
  const client = useQueryClient();
  const me = useMe();
  const activities = useQuery(activitiesOf(conversationId));
  const presence = usePresence(conversationId, me.id);
  useMentionsSeen(conversationId);
  const isLineKnown = useCopilotLineKnown(conversationId);
  // The list knows the head of the conversation before its messages are here.
  const shown = data ?? cachedConversation(client, conversationId);

  if (error && !data)
    return (
      <div className={styles.pane}>
        <EmptyThreadHeader backTo={backTo} />
        {error instanceof CallError && error.status === 404 ? (
          <EmptyState
            icon={MessagesSquare}
            title={thread('gone')}
            action={<EmptyAction to={backTo}>{thread('allConversations')}</EmptyAction>}
          >
            {thread('goneHint')}
          </EmptyState>
        ) : (
          <FailedState error={error} retry={() => void refetch()} />
        )}
      </div>
    );
  return (
    <div className={styles.pane}>
      {shown ? (
        <>
          <ThreadHeader conversation={shown} presence={presence} backTo={backTo} />
          {shown.subject && (
            <Suspense>
              <SubjectLine key={shown.id} conversation={shown} />
            </Suspense>
          )}
          {shown.participants && (
            <Suspense>
              <RecipientsLine conversation={shown} />
            </Suspense>
          )}
          <Labels conversation={shown} />
          <SpamLine conversation={shown} />
          {(shown.mergedInto || shown.mergedIds || shown.continues) && (
            <Suspense>
              <MergedParts conversation={shown} />
            </Suspense>
          )}
          {isLineKnown && <CopilotLine key={shown.id} conversation={shown} />}
          {shown.status !== 'closed' && (
            <HandOffPacket
              key={`packet of ${conversationId}`}
              conversationId={conversationId}
              summary={shown.handOffSummary}
              isTaken={shown.assignedRepresentativeId !== null}
            />
          )}
        </>
      ) : (
        <EmptyThreadHeader backTo={backTo} />
      )}
      {data && !activities.isPending && isLineKnown ? (
        <Thread
          conversation={data}
          openAt={openAt}
          activities={activities.data ?? noActivities}
          viewers={viewersWords(presence, data.status === 'closed')}
        />
      ) : (
        <ThreadSkeleton />
      )}
    </div>
  );
});

/** Stands in for activities that could not be read: the messages are shown all the same. */
const noActivities: readonly Activity[] = [];

interface ThreadProps {
  conversation: Conversation;
  openAt: number | null;
  activities: readonly Activity[];
  viewers: string;
}

function Thread(props: ThreadProps) {
  const { conversation } = props;
  const followed = useFollowed(conversation);
  if (!followed) return <ThreadSkeleton />;
  return <FollowedThread {...props} followed={followed} />;
}

interface MessagesProps {
  followed: Followed;
  id: string;
  openAt: number | null;
  activities: readonly Activity[];
  viewers: string;
  isRevisable: boolean;
  mayReact: boolean;
  mayQuote: boolean;
  maySplit: boolean;
  hasEmails: boolean;
  hasParticipants: boolean;
  isMail: boolean;
  jump: { seq: number } | null;
  onJump: (seq: number) => void;
  isClosed: boolean;
  /** Called when everything up to this message is in view. */
  onSeen: (seq: number) => void;
  onEdit: BringBack;
}

/** Puts an unsent message back into the reply. */
type BringBack = (
  content: string,
  macro?: Macro,
  attachments?: AttachmentInputs,
  markdown?: string,
  replyTo?: string,
) => void;

/** Shows stored and pending messages; the only part that renders with every message. */
const Messages = memo(function Messages(props: MessagesProps) {
  const { followed, id, openAt, activities, viewers, isRevisable, isClosed, onSeen, onEdit } = props;
  const { mayReact, mayQuote, maySplit, hasEmails, hasParticipants, isMail, jump, onJump } = props;
  const me = useMe();
  const { outbox } = useLive();
  const allPending = usePending();
  const state = useFollowedState(followed);
  const pending = useMemo(() => allPending.filter((each) => each.conversationId === id), [allPending, id]);
  const retry = useCallback(
    ({ clientMessageId, between }: PendingMessage) =>
      outbox.retry(clientMessageId, Math.max(completeUntil(followed.state), between?.at(-1)?.seq ?? 0)),
    [outbox, followed],
  );
  const edit = useCallback(
    ({ clientMessageId, content, more }: PendingMessage) => {
      outbox.discard(clientMessageId);
      const text = more?.original?.text ?? content;
      chooseRecipients(id, more?.recipients);
      onEdit(text, more?.macro, more?.attachments, more?.markdown, more?.replyTo);
    },
    [outbox, onEdit, id],
  );
  const discard = useCallback(({ clientMessageId }: PendingMessage) => outbox.discard(clientMessageId), [outbox]);
  const client = useQueryClient();
  const scheduled = useScheduled(id);
  const undo = useCallback(
    (held: ScheduledMessage) =>
      void takeBack(client, held).then((isBack) => {
        if (!isBack) return;
        const text = held.original?.text ?? held.content;
        chooseRecipients(id, held.recipients);
        onEdit(text, held.macro ?? undefined, undefined, held.markdown, held.replyTo?.id);
        addUploaded(id, held.attachments ?? []);
      }),
    [client, onEdit, id],
  );
  const held = scheduled.findLast(
    ({ authorId, delaySeconds, state: is }) => authorId === me.id && delaySeconds > 0 && is === 'waiting',
  );
  const unsent = pending.find((each) => each.state !== 'sending');
  const group = 'Conversation' as const;
  useCommands(
    unsent
      ? [
          { id: 'unsent:retry', label: thread('unsentRetry'), group, keys: 'p s', run: () => retry(unsent) },
          { id: 'unsent:edit', label: thread('unsentEdit'), group, keys: 'p e', run: () => edit(unsent) },
          { id: 'unsent:discard', label: thread('unsentDiscard'), group, keys: 'p d', run: () => discard(unsent) },
        ]
      : [],
  );
  useCommands(
    held ? [{ id: 'held:undo', label: scheduledWords('undo'), group, keys: 'z', run: () => undo(held) }] : [],
  );
  return (
    <MessageList
      followed={followed}
      state={state}
      openAt={openAt}
      activities={activities}
      pending={pending}
      scheduled={scheduled}
      me={me.id}
      viewers={viewers}
      isRevisable={isRevisable}
      mayReact={mayReact}
      mayQuote={mayQuote}
      maySplit={maySplit}
      hasEmails={hasEmails}
      hasParticipants={hasParticipants}
      isMail={isMail}
      jump={jump}
      onJump={onJump}
      isClosed={isClosed}
      onSeen={onSeen}
      onRetry={retry}
      onEdit={edit}
      onDiscard={discard}
      onUndo={undo}
    />
  );
});

const hasTemplates = ({ channel }: Conversation): boolean => conversationChannel(channel).customers.templates === true;

function FollowedThread({ conversation, openAt, activities, viewers, followed }: ThreadProps & { followed: Followed }) {
  const me = useMe();
  const { outbox, live } = useLive();
  const composer = useRef<ComposerHandle>(null);
  const mayReply = mayAlways(me, 'conversations.reply');
  const mayNote = mayAlways(me, 'conversations.note');
  const noteField = useRef<{ focus(): void }>(null);
  const basis = useMemo(() => createDraftBasis(() => completeUntil(followed.state)), [followed]);
  const [sentCount, setSentCount] = useState(0);
  const [isNoting, setNoting] = useState(false);
  const [jump, setJump] = useState<{ seq: number } | null>(null);
  const jumpTo = useCallback((seq: number) => setJump({ seq }), []);
  const { id } = conversation;
  const offers = useCopilot(conversation);
  useTranslatedChoices(offers('translation'));
  const isTranslated = useIsTranslated(id) && offers('translation');
  useTranslating(id, followed, isTranslated);
  const customerLanguage = useCustomerLanguage(id, followed);
  useDoneByReply(conversation, activities, me);
  useMarkTakenAway(conversation);
  const replyWindow = useReplyWindow(conversation);

  const insert = useCallback(
    (text: string, macro?: Macro, markdown?: string) => composer.current?.insert(text, macro, markdown),
    [],
  );
  const bringBackAll = useCallback(
    (text: string, macro?: Macro, attachments?: AttachmentInputs, markdown?: string, replyTo?: string) => {
      insert(text, macro, markdown);
      if (replyTo !== undefined) quote(id, replyTo);
      void bringBack(id, attachments);
    },
    [insert, id],
  );
  const sendAtOnce = useCallback(
    ({ content, clientMessageId, basedOnSeq, macro, attachments, original, markdown, replyTo, recipients }: Waiting) =>
      void outbox.send({
        conversationId: id,
        content,
        clientMessageId,
        basedOnSeq,
        ...((macro || attachments || original || markdown !== undefined || replyTo || recipients) && {
          more: {
            ...(macro && { macro }),
            ...(attachments && { attachments }),
            ...(original && { original }),
            ...(markdown !== undefined && { markdown }),
            ...(replyTo && { replyTo }),
            ...(recipients && { recipients: [...recipients] }),
          },
        }),
      }),
    [outbox, id],
  );
  const isHeldBack = me.sendDelaySeconds > 0;
  const wait = useWaiting(id, me.sendDelaySeconds, { atOnce: sendAtOnce, back: bringBackAll });
  const send = useCallback(
    (content: string, clientMessageId: string, { markdown, macro, attachments, original, later }: Added) => {
      const waiting = {
        content,
        clientMessageId,
        // A scheduled reply is sent only if nobody has written since it was planned; files without text begin as they
        // are sent.
        basedOnSeq: later || content === '' ? completeUntil(followed.state) : basis.seq(),
        macro,
        attachments,
        original,
        markdown,
        replyTo: takeQuoted(id),
        recipients: takeRecipients(id),
        later,
      };
      // Offline, this browser keeps it. A connection that is only being opened is no reason to skip the wait.
      if (later || (isHeldBack && live.state !== 'offline')) void wait(waiting);
      else sendAtOnce(waiting);
      setSentCount((count) => count + 1);
    },
    [wait, sendAtOnce, isHeldBack, live, followed, basis, id],
  );
  const typing = useCallback((isTyping: boolean) => followed.setTyping(isTyping), [followed]);
  const write = () => {
    setNoting(false);
    // A composer that is about to be shown has no field yet.
    requestAnimationFrame(() => composer.current?.focus());
  };
  const note = useCallback(() => {
    setNoting(true);
    noteField.current?.focus();
  }, []);
  /** Leaves the note without moving the caret: text typed after it must not go to the customer. */
  const endNote = useCallback(() => setNoting(false), []);
  const group = 'Conversation' as const;
  useCommands([
    ...(mayReply
      ? [
          { id: 'write', label: thread('writeReply'), group, keys: 'm', run: write },
          { id: 'reply', label: thread('reply'), group, keys: 'r', hidden: true, run: write },
        ]
      : []),
    ...(mayNote ? [{ id: 'note', label: thread('writeNote'), group, keys: 'o', run: note }] : []),
  ]);

  return (
    <DropZone conversationId={id} onFiles={(event) => composer.current?.takeDrop(event) === true}>
      <Messages
        followed={followed}
        id={id}
        openAt={openAt}
        activities={activities}
        viewers={viewers}
        isRevisable={conversationChannel(conversation.channel).customers.edits && !conversation.mergedInto}
        mayReact={
          mayReply && !!conversationChannel(conversation.channel).customers.reactions && !conversation.mergedInto
        }
        mayQuote={mayReply && conversation.status !== 'closed'}
        maySplit={
          mayAlways(me, 'conversations.merge') &&
          !conversation.mergedInto &&
          !conversation.mergedIds &&
          !conversation.isSpam
        }
        hasEmails={conversation.customerEmail !== null}
        hasParticipants={(conversation.participants ?? []).length > 0}
        isMail={conversation.channel === 'email'}
        jump={jump}
        onJump={jumpTo}
        isClosed={conversation.status === 'closed'}
        onSeen={basis.see}
        onEdit={bringBackAll}
      />
      {mayReply &&
        isManual(conversation, me.id) &&
        conversation.status !== 'closed' &&
        !isNoting &&
        !replyWindow?.isOver && (
          <Suggestions conversationId={id} sentCount={sentCount} delayMs={suggestionRefreshDelayMs} onPick={insert} />
        )}
      {isNoting || (!mayReply && conversation.status !== 'closed') ? (
        <NoteComposer
          key={id}
          ref={noteField}
          conversationId={id}
          isAskedFor={isNoting}
          onReply={mayReply || conversation.status === 'closed' ? write : undefined}
          onAdded={endNote}
        />
      ) : conversation.status === 'closed' || replyWindow?.isOver ? (
        <p className={styles.closed}>
          {conversation.status !== 'closed' && replyWindow ? thread('replyOver', replyWindow) : thread('closed')}
          {mayReply && conversation.status !== 'closed' && hasTemplates(conversation) && (
            <Suspense>
              <TemplateButton conversation={conversation} />
            </Suspense>
          )}
          <NoteButton onClick={note} />
        </p>
      ) : (
        <>
          <OwnerLine conversation={conversation} me={me.id} />
          {replyWindow && <ReplyWindowLine {...replyWindow} />}
          {conversation.customerEmail !== null && (conversation.channel === 'email' || conversation.participants) && (
            <Suspense>
              <ReplyRecipients key={`recipients of ${id}`} conversation={conversation} />
            </Suspense>
          )}
          <QuoteBar conversationId={id} followed={followed} onJump={jumpTo} onWrite={write} />
          <Composer
            key={id}
            ref={composer}
            conversationId={id}
            websiteId={conversation.websiteId}
            customerLanguage={customerLanguage}
            isTranslated={isTranslated}
            isMail={conversation.channel === 'email'}
            isSms={conversation.channel === 'sms'}
            onSend={send}
            onTyping={typing}
            basis={basis}
            onNote={note}
            hasPacket={conversation.handOffSummary !== null}
          />
        </>
      )}
    </DropZone>
  );
}
