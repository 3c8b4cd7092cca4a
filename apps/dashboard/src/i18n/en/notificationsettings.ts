import { catalogue } from '../catalogue.ts';

export const notificationSettings = catalogue('notificationsettings', {
  ways: 'What you’re notified of',
  waysHint: 'On every device. Push follows after 10 seconds unless you look at Parley, email after 3 unseen minutes.',
  about: 'Notification',
  app: 'In Parley',
  push: 'Push',
  mail: 'Email',
  urgent: 'Urgent',
  reset: 'Use the defaults',
  quiet: 'Quiet hours',
  quietHint:
    'No push and no email. What you haven’t read by then goes out afterwards. The same applies while you’re set to away.',
  quietOn: 'Use quiet hours',
  from: 'From',
  until: 'Until',
  wholeDays: 'Quiet all day',
  urgentAlways: 'Let urgent notifications through',
  urgentAlwaysHint: 'Missed targets, promised answers and sign-ins in a new browser.',
  textInMail: 'Show texts in emails',
  textInMailHint: 'Emails contain the beginning of messages and notes. Without it, only what happened.',
});
