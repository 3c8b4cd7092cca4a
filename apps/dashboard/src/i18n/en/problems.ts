import { catalogue } from '../catalogue.ts';

/** What went wrong. The server's own sentences are English and stay as they are there: those by code are for the others. */
export const problems = catalogue('problems', {
  signed_out: 'You are signed out. Sign in again.',
  wrong_credentials: 'Wrong email or password.',
  forbidden: 'You may not do this.',
  invitation_required: 'An invitation is needed.',
  not_found: 'This is not there, or not any more.',
  request_timeout: 'The request took too long. Try again.',
  already_taken: 'Somebody else was faster and has taken it over.',
  conversation_closed: 'The conversation is closed.',
  conversation_moved: 'Somebody answered in between.',
  too_large: 'This is too large.',
  rate_limited: {
    one: 'Too many requests. Try again in {count} second.',
    other: 'Too many requests. Try again in {count} seconds.',
  },
  internal: 'Something went wrong on the server.',
  unavailable: 'This cannot be done just now. Try again in a while.',
  noAnswer: 'The server did not answer in time. Check your connection and try again.',
  notReached: 'The server cannot be reached. Check your connection and try again.',
});
