import { catalogue } from '../catalogue.ts';

/** The dialogs that tags, a priority and a time are chosen in. */
export const pickers = catalogue('pickers', {
  tags: 'Tags',
  searchTags: 'Find a tag, or type a new one',
  noTags: 'No tags yet: type a name to add the first',
  noneFits: 'No matches',
  create: 'Create “{name}”',
  priority: 'Priority',
  choosePriority: 'Choose a priority',
  snooze: 'Snooze until',
  chooseTime: 'Choose a time',
  everybody: 'Snooze for everyone',
  everybodyHint: 'Hidden from open lists until then',
  remindMe: 'Remind only me',
  remindMeHint: 'Lists don’t change; only you see it',
  sleepThrough: 'Stay snoozed if the customer replies',
  laterToday: 'Later today',
  tomorrow: 'Tomorrow morning',
  nextDay: 'Next working morning',
  nextWeek: 'Next week',
  customTime: 'Date and time',
  takeTime: 'Snooze',
  endSnooze: 'End the snooze',
  snoozeDone: 'Snoozed until {time}',
  reminderSet: 'Reminder set for {time}',
});
