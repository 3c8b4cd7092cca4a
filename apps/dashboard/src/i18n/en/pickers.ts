import { catalogue } from '../catalogue.ts';

/** The dialogs that tags, a priority and a time are chosen in. */
export const pickers = catalogue('pickers', {
  tags: 'Tags',
  searchTags: 'Find a tag, or type a new one',
  noTags: 'No tags yet: type a name to add the first',
  noneFits: 'Nothing fits',
  create: 'Create “{name}”',
  priority: 'Priority',
  choosePriority: 'Choose a priority',
  snooze: 'Come back to it',
  chooseTime: 'Choose a time',
  everybody: 'Snooze it for everybody',
  everybodyHint: 'It leaves the open lists until then',
  remindMe: 'Only remind me',
  remindMeHint: 'The lists stay as they are, and nobody else sees it',
  sleepThrough: 'Keep it snoozed when the customer writes',
  laterToday: 'Later today',
  tomorrow: 'Tomorrow morning',
  nextDay: 'Next working morning',
  nextWeek: 'Next week',
  customTime: 'Date and time',
  takeTime: 'Take this time',
  endSnooze: 'End the snooze',
  snoozeDone: 'Snoozed until {time}',
  reminderSet: 'You are reminded {time}',
});
