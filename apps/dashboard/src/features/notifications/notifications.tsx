import type { ServerFrame } from '@parley/contracts/frames';
import { teamInbox } from '@parley/contracts/conversations/inboxes';
import { listFollowed } from '@parley/contracts/routes/followers';
import { listReminders } from '@parley/contracts/routes/reminders';
import { listScheduled } from '@parley/contracts/routes/scheduled';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef } from 'react';
import { useNavigate } from 'react-router-dom';
import { useRead } from '../../api/read.ts';
import { useMe } from '../../auth/auth.tsx';
import { cachedConversation } from '../../live/conversation-cache.ts';
import { handOffWords } from '../../live/hand-off-words.ts';
import { useFrames } from '../../live/live.tsx';
import { isFollowed } from '../../live/following.ts';
import { asksFor, asReadBy } from '../../live/unread.ts';
import { preferences } from '../../preferences/preferences.ts';
import { refusalWords } from '../../api/call-error.ts';
import { customerLabel } from '../../ui/person.ts';
import { toast } from '../../ui/toast/toasts.ts';
import { playChime } from './chime.ts';
import { colleagueNotice } from './colleague-notice.ts';
import { SingleNotifier } from './single-notifier.ts';
import { labels } from '../../i18n/en/labels.ts';
import { notifications } from '../../i18n/en/notifications.ts';
import { routingWords } from '../../i18n/en/routing.ts';
import { scheduledWords } from '../../i18n/en/scheduled.ts';

/** Plays sounds and shows desktop notices for what needs the user, from one tab only. Renders nothing itself. */
export function Notifications() {
  const me = useMe();
  const client = useQueryClient();
  const navigate = useNavigate();
  // Loaded from the beginning, so that messages are announced on every screen.
  useRead(listFollowed, {});
  const notifier = useRef<SingleNotifier>(undefined);
  useEffect(() => {
    const own = new SingleNotifier();
    notifier.current = own;
    return () => own.close();
  }, []);

  const show = useCallback(
    (conversationId: string) => void navigate(`/conversations?selected=${conversationId}`),
    [navigate],
  );
  const notify = useCallback(
    (conversationId: string, title: string, text: string, news = conversationId) =>
      notifier.current?.notify(news, () => {
        const { sound, desktopNotifications } = preferences();
        if (sound) playChime();
        if (!desktopNotifications || document.hasFocus() || Notification.permission !== 'granted') return;
        const notice = new Notification(title, { body: text.slice(0, 140), tag: conversationId });
        notice.addEventListener('click', () => {
          window.focus();
          show(conversationId);
          notice.close();
        });
      }),
    [show],
  );

  const listen = useCallback(
    (frame: ServerFrame) => {
      const notice = colleagueNotice(frame, me.id, preferences().followedNotices);
      if (notice) {
        const { activityNo, conversationId, title, description } = notice;
        toast({ title, description, action: { label: notifications('show'), run: () => show(conversationId) } });
        // Never taken for what the customer just wrote there.
        notify(conversationId, title, description, `${conversationId}#${activityNo}`);
      } else if (frame.type === 'team_waiting') {
        const title = routingWords('teamWaits', { name: frame.name });
        const description = routingWords('waitingCount', { count: frame.waiting });
        const run = () => void navigate(`/conversations?filter=${encodeURIComponent(teamInbox(frame.teamId))}`);
        toast({ title, description, action: { label: notifications('show'), run } });
        notify(frame.teamId, title, description);
      } else if (frame.type === 'snooze_ended') {
        if (frame.userId !== me.id) return;
        const { conversation } = frame;
        const title = labels('snoozeIsOver');
        const description = customerLabel(conversation);
        toast({ title, description, action: { label: notifications('show'), run: () => show(conversation.id) } });
        notify(conversation.id, title, description);
      } else if (frame.type === 'reminder_due') {
        const { conversationId, ...customer } = frame.reminder;
        // The toast appears with the next read.
        if (frame.userId === me.id)
          notify(conversationId, labels('reminder'), customerLabel({ ...customer, id: conversationId }));
      } else if (frame.type === 'person_needed') {
        const { conversationId, summary } = frame;
        const known = cachedConversation(client, conversationId);
        notify(
          conversationId,
          customerLabel(known ?? { id: conversationId, customerEmail: null }),
          summary ? handOffWords(summary) : notifications('personNeeded'),
        );
      } else if (frame.type === 'conversation_created' || frame.type === 'conversation_updated') {
        const conversation = asReadBy(me, frame);
        const { lastMessage } = conversation;
        const isNew = lastMessage?.senderType === 'customer' && conversation.unreadCount > 0;
        const age = lastMessage ? Date.now() - Date.parse(lastMessage.createdAt) : Number.POSITIVE_INFINITY;
        // An old message in a new frame is another change, such as an assignment.
        const isWanted =
          asksFor(conversation, me.id) || (preferences().followedNotices && isFollowed(client, conversation.id));
        if (isNew && age < 10_000 && isWanted)
          notify(conversation.id, customerLabel(conversation), lastMessage.content);
      }
    },
    [client, me, navigate, show, notify],
  );
  useFrames(listen);

  // Includes a reminder that came due while the user was away.
  const due = useRead(listReminders, { query: { due: true } }).data?.[0];
  const isDue = due?.conversationId;
  const description = due && customerLabel({ ...due, id: due.conversationId });
  useEffect(() => {
    if (!isDue || !description) return;
    toast({
      title: labels('reminder'),
      description,
      action: { label: notifications('show'), run: () => show(isDue) },
    });
  }, [isDue, description, show]);

  // A message that could not be sent waits for its author, whenever they return.
  const stopped = useRead(listScheduled, { query: { stopped: true } }).data?.[0];
  const stoppedIn = stopped?.conversationId;
  const why =
    stopped &&
    `${customerLabel({ ...stopped, id: stopped.conversationId })}: ${refusalWords(stopped.code ?? undefined, stopped.reason ?? '')}`;
  useEffect(() => {
    if (!stoppedIn || !why) return;
    toast({
      title: scheduledWords('notSent'),
      description: why,
      variant: 'destructive',
      action: { label: notifications('show'), run: () => show(stoppedIn) },
    });
  }, [stoppedIn, why, show]);
  return null;
}
