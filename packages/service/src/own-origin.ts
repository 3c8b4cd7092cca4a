/**
 * Whether what rides on the session cookie comes from the dashboard's own page. Browsers attach the cookie whichever page
 * asks, and say which page that is wherever it matters (forged calls, cross-site websocket hijacking). A program that is
 * no browser names no origin and holds no ambient cookie.
 *
 * The origin people really use may be another than the configured one: a page can't choose the Host it is sent with.
 */
export function isOwnOrigin(origin: string | undefined, host: string, publicUrl: string): boolean {
  if (origin === undefined) return true;
  if (!URL.canParse(origin)) return false;
  const { host: from, origin: page } = new URL(origin);
  return page === new URL(publicUrl).origin || from === host;
}
