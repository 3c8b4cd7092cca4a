import { sessionPath } from '../contract.static.ts';

/**
 * Revokes a visitor's token on the server, also for copies. Sent so that it survives a page that navigates away at
 * once.
 */
export const endSession = (host: string, token: string): unknown =>
  fetch(host + sessionPath, { headers: { authorization: `Bearer ${token}` }, method: 'DELETE', keepalive: true }).catch(
    // The browser has forgotten it already.
    () => undefined,
  );
