import { queues } from '@parley/contracts/jobs';
import { notifyOfEvent } from '@parley/core/notifications/follow-event';
import { postponeFailed, sendDueNotifications } from '@parley/core/notifications/send';
import { defineJob } from '../define-job.ts';

/** Something happened that users may be notified of. */
export const notificationsJob = defineJob({
  name: 'notifications',
  payload: queues.notifications,
  concurrency: 10,
  handler: (context, stored) => notifyOfEvent(context, stored),
});

/** Push messages or a mail are due for a user. */
export const notificationWaysJob = defineJob({
  name: 'notification-ways',
  payload: queues['notification-ways'],
  concurrency: 20,
  labelOf: ({ way }) => way,
  handler: (context, due) => sendDueNotifications(context, due),
  onDead: (context, due) => postponeFailed(context, due),
});
