import { catalogue } from '../catalogue.ts';

/** Tags, priority, snooze and reminders, as rows and threads show them. */
export const labels = catalogue('labels', {
  tag: 'Tag…',
  setPriority: 'Set priority…',
  snooze: 'Snooze or remind…',
  tagsNow: 'Tags: {tags}',
  moreTags: '+{count}',
  priorityIs: 'Priority: {priority}',
  urgent: 'Urgent',
  high: 'High',
  normal: 'Normal',
  low: 'Low',
  snoozedUntil: 'Snoozed until {time}',
  endSnooze: 'End the snooze',
  remindingAt: 'Reminds you {time}',
  callOff: 'Cancel reminder',
  reminder: 'Reminder',
  dueLeft: '{time} left',
  overdueFor: '{time} overdue',
  firstResponse: 'First response',
  nextResponse: 'Response',
  resolution: 'Close',
  promise: 'Promised reply',
  dueAt: '{what}: due {time}',
  overdueSince: '{what}: overdue since {time}',
});
