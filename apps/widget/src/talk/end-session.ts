import { sessionPath } from '../contract.static.ts';

/** Ends a visitor's token on the server: who has copied it is nobody then. Pages that log somebody out go elsewhere at once. */
export const endSession = (host: string, token: string): unknown =>
  fetch(host + sessionPath, { headers: { authorization: `Bearer ${token}` }, method: 'DELETE', keepalive: true }).catch(
    // The browser has forgotten it already.
    () => undefined,
  );
