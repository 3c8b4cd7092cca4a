/** Limits of sockets: docs/product.md#limits. Units are in the names. */

export const socketFrameMaxBytes = 64 * 1024;
/** A socket with more unsent bytes is closed with 1013 and resumes later. */
export const socketBufferMaxBytes = 1024 * 1024;
export const socketHeartbeatSeconds = 30;
export const socketMalformedFramesInARow = 10;
/** A visitor’s socket that sends nothing for this long is closed: a widget reports its page at once. */
export const socketSilenceSeconds = 60;
/** Clients of a draining node reconnect at a random moment within this time. */
export const drainReconnectSeconds = 10;

/**
 * Socket limits as token buckets: `perSecond` on average, `burst` at once. All but `frame` are a person's, however many
 * sockets they have; sending is counted over all nodes and together with what is sent over HTTP.
 */
export const socketLimits = {
  /** Everything that arrives on one socket, pings and what is no frame included; beyond it the socket is closed. */
  frame: { perSecond: 100, burst: 400 },
  visitorSend: { perSecond: 5, burst: 20 },
  staffSend: { perSecond: 50, burst: 100 },
  typing: { perSecond: 5, burst: 5 },
  visit: { perSecond: 5, burst: 20 },
  /** Everything else: joining, receipts. */
  other: { perSecond: 50, burst: 200 },
} as const;
