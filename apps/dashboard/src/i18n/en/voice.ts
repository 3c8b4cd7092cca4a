import { catalogue } from '../catalogue.ts';

/** Voice notes: recording and playing them. */
export const voice = catalogue('voice', {
  record: 'Record a voice note',
  takePhoto: 'Take a photo',
  recording: 'Recording',
  stop: 'Stop recording',
  discard: 'Discard',
  use: 'Add to reply',
  play: 'Play {name}',
  pause: 'Pause {name}',
  position: 'Position in {name}',
  speed: 'Speed: {speed}×',
  blocked: 'The browser blocks the microphone. Allow it for this site in the browser’s settings.',
  noMicrophone: 'No microphone was found.',
  fileName: 'Voice note {time}',
});
