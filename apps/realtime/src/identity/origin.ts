/**
 * Whether a socket that rides on the session cookie was opened by the dashboard's own page. Browsers attach the cookie
 * whichever page opens the socket, and always say which page that is (cross-site websocket hijacking). A program that
 * is no browser names no origin and holds no ambient cookie.
 */
export function isOwnOrigin(origin: string | undefined, host: string, publicUrl: string): boolean {
  if (origin === undefined) return true;
  if (!URL.canParse(origin)) return false;
  const { host: from, origin: page } = new URL(origin);
  return page === new URL(publicUrl).origin || from === host;
}
