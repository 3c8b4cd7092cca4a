/** Bodies of calls, with their headers. */

/** File that goes along with a call; the Bot API names it `attach://` and its field in a parameter. */
export interface CalledFile {
  /** Its name in the call. */
  field: string;
  name: string;
  type: string;
  bytes: Uint8Array;
}

/** Returns a body of parts (RFC 7578), with its header. Values that aren't text are sent as JSON. */
export async function formBody(parameters: Readonly<Record<string, unknown>>, files: readonly CalledFile[]) {
  const form = new FormData();
  for (const [name, value] of Object.entries(parameters))
    form.set(name, typeof value === 'string' ? value : JSON.stringify(value));
  for (const { field, name, type, bytes } of files) form.set(field, new Blob([new Uint8Array(bytes)], { type }), name);
  return encoded(form);
}

/** Returns the bytes of a form, with their header. */
export async function encoded(form: FormData) {
  const answer = new Response(form);
  return {
    headers: { 'content-type': answer.headers.get('content-type') ?? '' },
    body: new Uint8Array(await answer.arrayBuffer()),
  };
}

export const jsonBody = (content: object) => ({
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(content),
});
