import { catalogue } from '../catalogue.ts';

export const notes = catalogue('notes', {
  note: 'Note',
  writeNote: 'Write a note for the team',
  placeholder: 'Write a note for the team… @ mentions a colleague',
  onlyTeam: 'Only the team sees notes',
  reply: 'Reply',
  addNote: 'Add note',
  notSaved: 'Note not saved',
});
