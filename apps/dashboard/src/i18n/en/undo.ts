import { catalogue } from '../catalogue.ts';

/** Taking back what was done. */
export const undoWords = catalogue('undo', {
  undo: 'Undo',
  redo: 'Redo',
  undone: 'Undone',
  redone: 'Done again',
  notUndone: 'Not undone',
  undoingAll: { one: 'Undoing it in {count} conversation', other: 'Undoing it in {count} conversations' },
  redoingAll: { one: 'Doing it again in {count} conversation', other: 'Doing it again in {count} conversations' },
  inTheWay: '{what}, {time}',
  wrote: '{who} wrote since',
  customerWrote: 'The customer wrote since',
  undoLast: 'Undo my last change',
  redoLast: 'Do again what I have undone',
  nothing: 'You have changed nothing here that could be undone.',
  nothingToRedo: 'You have undone nothing that could be done again.',
  undoThis: 'Undo: {what}',
  redoThis: 'Redo: {what}',
  more: 'More about: {what}',
  wholeBatch: 'In all conversations of the batch',
  onlyHere: 'Only in this conversation',
  whoUndid: '{who} undid: {what}',
  whoRedid: '{who} did again: {what}',
});
