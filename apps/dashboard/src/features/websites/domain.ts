/**
 * Returns the hostname in the typed text: a scheme is added if missing, everything but the host is dropped. Empty if
 * there is none. The server does the same and decides.
 */
export function hostnameOf(typed: string): string {
  const text = typed.trim();
  try {
    const { hostname } = new URL(/^[a-z][a-z\d+.-]*:\/\//i.test(text) ? text : `https://${text}`);
    return hostname.replace(/\.$/, '');
  } catch {
    return '';
  }
}
