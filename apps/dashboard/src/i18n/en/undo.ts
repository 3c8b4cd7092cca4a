import { catalogue } from '../catalogue.ts';

/** Taking back what was done. */
export const undoWords = catalogue('undo', {
  undo: 'Undo',
  redo: 'Redo',
  undone: 'Undone',
  redone: 'Redone',
  notUndone: 'Couldn’t undo',
  undoingAll: { one: 'Undoing in {count} conversation', other: 'Undoing in {count} conversations' },
  redoingAll: { one: 'Redoing in {count} conversation', other: 'Redoing in {count} conversations' },
  inTheWay: '{what}, {time}',
  wrote: '{who} has written since',
  customerWrote: 'The customer has written since',
  undoLast: 'Undo my last change',
  redoLast: 'Redo my last undone change',
  nothing: 'There is nothing of yours to undo here.',
  nothingToRedo: 'There is nothing to redo.',
  undoThis: 'Undo: {what}',
  redoThis: 'Redo: {what}',
  more: 'More about: {what}',
  wholeBatch: 'In all conversations of this bulk change',
  onlyHere: 'In this conversation only',
  whoUndid: '{who} undid: {what}',
  whoRedid: '{who} redid: {what}',
});
