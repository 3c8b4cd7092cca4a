import { catalogue } from '../catalogue.ts';

/** Topics that customers ask about, as the team arranges them. */
export const topicWords = catalogue('topics', {
  manage: 'Arrange topics',
  hint: 'Topics are found once a week in what customers ask. New conversations join them by themselves.',
  none: 'No topics yet',
  noneHint: 'A topic needs five customers who ask about the same thing.',
  conversations: 'Conversations: {number}',
  words: 'Named by its words',
  model: 'Named by the model',
  user: 'Named by the team',
  hidden: 'Hidden',
  rename: 'Rename',
  nameOf: 'Name of “{name}”',
  save: 'Save name',
  hide: 'Hide',
  show: 'Show',
  makeTag: 'Make a tag',
  tagged: 'The tag is added to conversations: {number}',
  merge: 'Merge',
  mergeOf: 'Merge “{name}”',
  mergeInto: 'Merge into',
  mergeHint: 'Its conversations move to the other topic. This can’t be undone.',
  actions: 'Actions for {name}',
});
