/** The Link header of a page (RFC 8288): the same call with the cursor for what comes after. */
export function nextPageLink(url: string, cursor: string): string {
  // The address is relative to whatever host was asked; this one only makes it readable.
  const { pathname, searchParams } = new URL(url, 'http://localhost');
  searchParams.set('cursor', cursor);
  return `<${pathname}?${searchParams.toString()}>; rel="next"`;
}
