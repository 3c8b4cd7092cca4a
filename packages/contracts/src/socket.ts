/** Constants of the socket itself, apart from the frames' schemas so that a browser bundle carries no schema code. */

/** The subprotocol a visitor offers, beside `token.{visitor token}`. */
export const visitorSubprotocol = 'parley.v1';

/** Why the server closed a socket; the numbers are RFC 6455 close codes and the private range. */
export const closeCodes = {
  goingAway: 1001,
  policyViolation: 1008,
  tooBig: 1009,
  /** Too slow a reader: come back and resume. */
  tryAgainLater: 1013,
  sessionEnded: 4401,
} as const;
