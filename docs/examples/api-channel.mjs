/**
 * A channel of your own in 70 lines, without dependencies: it stands between Parley and any service that can call an
 * address and be called at one, such as an SMS gateway.
 *
 *   PARLEY_URL=https://support.example.com CHANNEL_ID=… CHANNEL_KEY=… CHANNEL_SECRET=… GATEWAY_URL=… node api-channel.mjs
 *
 * Enter http://…/replies as the channel's address in Parley. The service calls /incoming with {id, from, text}, and with a
 * photo {name, base64} if there is one.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer } from 'node:http';

const { PARLEY_URL, CHANNEL_ID, CHANNEL_KEY, CHANNEL_SECRET, GATEWAY_URL, PORT = '8080' } = process.env;
const secret = Buffer.from(CHANNEL_SECRET.replace(/^whsec_/, ''), 'base64');
const sign = (id, timestamp, body) =>
  `v1,${createHmac('sha256', secret).update(`${id}.${timestamp}.`).update(body).digest('base64')}`;

/** Sends an event to Parley. Sending one with the same id again changes nothing, so failures are simply repeated. */
async function toParley(event, photo) {
  const form = new FormData();
  form.set('events', JSON.stringify({ events: [event] }));
  if (photo) form.set('photo', new Blob([Buffer.from(photo.base64, 'base64')]), photo.name);
  const encoded = new Response(form);
  const body = Buffer.from(await encoded.arrayBuffer());
  const timestamp = String(Math.floor(Date.now() / 1000));
  const answer = await fetch(`${PARLEY_URL}/api/api-channels/${CHANNEL_ID}/events`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${CHANNEL_KEY}`,
      'content-type': encoded.headers.get('content-type'),
      'webhook-id': event.id,
      'webhook-timestamp': timestamp,
      'webhook-signature': sign(event.id, timestamp, body),
    },
    body,
  });
  if (!answer.ok) throw new Error(`Parley answered ${answer.status}: ${await answer.text()}`);
}

/** Whether a call is Parley's: one of its signatures is ours, and it is at most five minutes old. */
function isParleys({ headers }, body) {
  const { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': given = '' } = headers;
  const expected = Buffer.from(sign(id, timestamp, body));
  const isFresh = Math.abs(Date.now() / 1000 - Number(timestamp)) < 300;
  return (
    isFresh &&
    given.split(' ').some((each) => each.length === expected.length && timingSafeEqual(Buffer.from(each), expected))
  );
}

/** Answers the service's calls and Parley's. */
async function serve(request, response) {
  const body = Buffer.concat(await Array.fromAsync(request)).toString();
  const answer = (status, value = {}) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));
  try {
    if (request.url === '/incoming') {
      const { id, from, text, photo } = JSON.parse(body);
      const files = photo && [{ part: 'photo', name: photo.name }];
      await toParley({ id, type: 'message', customer: { id: from }, message: { id, text, files } }, photo);
      return answer(200);
    }
    if (request.url !== '/replies' || !isParleys(request, body)) return answer(403);
    const { type, customer, message } = JSON.parse(body);
    if (type !== 'message') return answer(200);
    const sent = await fetch(GATEWAY_URL, {
      method: 'POST',
      body: JSON.stringify({ to: customer.id, text: message.text, key: message.id }),
    });
    if (!sent.ok) return answer(503);
    await toParley({
      id: `delivered-${message.id}`,
      type: 'status',
      customer: { id: customer.id },
      message: { id: message.id },
      status: 'delivered',
    });
    return answer(200, { id: message.id });
  } catch (error) {
    console.error(error.message);
    return answer(503);
  }
}

const server = createServer((request, response) => void serve(request, response));
server.listen(Number(PORT), () => console.log(`listening on ${server.address().port}`));
