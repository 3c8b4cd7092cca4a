import { catalogue } from '../catalogue.ts';

/** Messages that are sent later, or held back for some seconds. */
export const scheduledWords = catalogue('scheduled', {
  sendLater: 'Send later…',
  sendLaterTitle: 'When to send it',
  onlyIfQuiet: 'Only if nobody writes before',
  onlyIfQuietHint: 'Else it is kept, and you are told',
  scheduled: 'Goes out {time}',
  notSent: 'Your message was not sent',
  sendsIn: 'Sending in {count} s',
  sendingNow: 'Sending…',
  undo: 'Undo',
  sendNow: 'Send now',
  cancel: 'Cancel',
  changeTime: 'Change the time…',
  byOther: '{who} · goes out {time}',
  stopped: 'Not sent: {reason}',
  tooLate: 'It has been sent already',
  edit: 'Change what it says',
  save: 'Save',
  delay: 'Hold back what I send',
  delayHint: 'For so long, Undo brings it back before anybody sees it',
  atOnce: 'Send at once',
  seconds: { one: '{count} second', other: '{count} seconds' },
});
