import { catalogue } from '../catalogue.ts';

/** Ratings of customers: when they are asked for, and what becomes of them. */
export const ratingWords = catalogue('ratings', {
  title: 'Customer ratings',
  hint: 'After a conversation is closed, its customer is asked once how satisfied they are: in the chat while it is open, otherwise by email or where they write.',
  enabled: 'Ask customers for a rating',
  which: 'Conversations to ask about',
  everything: 'No conditions: all closed conversations with an answer.',
  sample: 'Part of them, in percent',
  pause: 'Days until the same customer can be asked again',
  pauseHint: '0 asks after every close.',
  delay: 'Minutes between the close and the question',
  question: 'Question',
  questionIn: 'Question in {language}',
  score: '{score} of 5',
  low: 'Low rating',
  followUp: 'Follow up',
  followUpHint:
    'Say what was done, for the team alone. The conversation is then no longer among the ratings to follow up.',
  note: 'Note',
  ratings: 'Ratings',
  quick: 'Quick answer',
  solved: 'Problem solved',
  clear: 'Clear explanation',
  friendly: 'Friendly',
  slow: 'Took too long',
  unsolved: 'Not solved',
  unclear: 'Hard to understand',
  unfriendly: 'Unfriendly',
  no_person: 'Wanted a person',
});
