import type { Answer, Route } from '@parley/contracts/route';
import { uploadBodyType } from '@parley/contracts/routes/uploads';
import { addressOf } from './address.ts';
import { callErrorFrom } from './call-error.ts';
import type { Input } from './call.ts';

/** Sends bytes to a route with a streamed body. */
export async function sendPart<R extends Route & { streams: string }>(
  route: R,
  input: Input<R>,
  bytes: Blob,
): Promise<Answer<R>> {
  const response = await fetch(addressOf(route, input), {
    method: route.method,
    credentials: 'include',
    headers: { 'content-type': uploadBodyType },
    body: bytes,
  });
  if (!response.ok) throw await callErrorFrom(response);
  return (await response.json()) as Answer<R>;
}
