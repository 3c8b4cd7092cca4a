import { catalogue } from '../catalogue.ts';

export const forms = catalogue('forms', {
  settingsUpdated: 'Settings updated',
  adminsOnly: 'Only admins can change this.',
  saveChanges: 'Save changes',
  saving: 'Saving…',
  discard: 'Discard',
  discardChanges: 'Discard changes',
  unsaved: 'Unsaved changes (kept as a draft)',
  removePicture: 'Remove picture',
  invalidFileType: 'Invalid file type',
  selectImage: 'Please select an image file (PNG, JPG, GIF, etc.)',
  fileTooLarge: 'File too large',
  selectSmaller: 'Please select an image smaller than 10MB',
  uploadFailed: 'Upload failed',
  pictureUnreadable: 'Couldn’t read the picture.',
});
