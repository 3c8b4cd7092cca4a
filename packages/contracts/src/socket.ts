/** Constants of the socket itself, apart from the frames' schemas so that a browser bundle carries no schema code. */

/** The subprotocol a visitor offers, beside `token.{visitor token}`. */
export const visitorSubprotocol = 'parley.v1';

/**
 * The subprotocol of a page that reports itself, beside `visit.{id}` and, if its visitor has written, `token.{visitor
 * token}`.
 */
export const visitSubprotocol = 'parley.visit';

/** Too slow a reader: come back and resume. */
export const tryAgainLaterCode = 1013;
/** Something was sent that isn't allowed; connecting again is of no use. */
export const policyViolationCode = 1008;
/** Signed out, or erased. */
export const sessionEndedCode = 4401;

/**
 * Why the server closed a socket; the numbers are RFC 6455 close codes and the private range. Those that a client heeds
 * are constants of their own: a bundle carries a number then, not this table.
 */
export const closeCodes = {
  goingAway: 1001,
  /** By the websocket library itself. */
  invalidText: 1007,
  policyViolation: policyViolationCode,
  tooBig: 1009,
  tryAgainLater: tryAgainLaterCode,
  sessionEnded: sessionEndedCode,
} as const;
