/** Webhooks of an installation, signed according to Standard Webhooks. */
import { signatureMinutes } from '@parley/contracts/channels/limits';
import type { WebhookPayload } from '@parley/contracts/channels/webhook-payloads';

/** A call that carries no valid signature, or an old one. Answer it 400 and do nothing. */
export class WebhookRefused extends Error {
  override readonly name = 'WebhookRefused';
}

type GivenHeaders = Headers | Readonly<Record<string, string | readonly string[] | undefined>>;

export interface ReceivedWebhook {
  /** Body as it arrived, byte by byte: parsed and written again it has another signature. */
  body: string | Uint8Array;
  /** Headers of the call, with names in lower case. */
  headers: GivenHeaders;
  /** Signing secret, `whsec_…`; several while one is being replaced. */
  secret: string | readonly string[];
}

/** Signatures of one call that are compared. */
const signaturesMax = 10;

/**
 * Checks signature and age of a webhook and returns its event. Comparison takes the same time for every signature.
 * Retries have the same `webhook-id`: store those that you have processed.
 *
 * @throws WebhookRefused
 */
export async function verifyWebhook({ body, headers, secret }: ReceivedWebhook): Promise<WebhookPayload> {
  const id = headerOf(headers, 'webhook-id');
  const timestamp = headerOf(headers, 'webhook-timestamp');
  const signatures = headerOf(headers, 'webhook-signature').split(' ').slice(0, signaturesMax);
  const isFresh =
    /^\d{1,12}$/.test(timestamp) && Math.abs(Date.now() / 1000 - Number(timestamp)) < signatureMinutes * 60;
  if (id === '' || !isFresh) throw new WebhookRefused('The webhook has no id, or its time is not now.');
  const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : body;
  const head = new TextEncoder().encode(`${id}.${timestamp}.`);
  const signed = new Uint8Array(head.length + bytes.length);
  signed.set(head);
  signed.set(bytes, head.length);
  for (const each of [secret].flat()) {
    const raw = bytesOf(each.replace(/^whsec_/, ''));
    if (!raw?.length) throw new TypeError('The secret is no signing secret of a webhook.');
    const key = await crypto.subtle.importKey('raw', raw, { name: 'HMAC', hash: 'SHA-256' }, false, ['verify']);
    for (const signature of signatures) {
      const given = signature.startsWith('v1,') ? bytesOf(signature.slice(3)) : undefined;
      if (given && (await crypto.subtle.verify('HMAC', key, given, signed)))
        return JSON.parse(new TextDecoder().decode(bytes)) as WebhookPayload;
    }
  }
  throw new WebhookRefused('The webhook is not signed with this secret.');
}

function headerOf(headers: GivenHeaders, name: string): string {
  const value = headers instanceof Headers ? headers.get(name) : headers[name];
  return typeof value === 'string' ? value : '';
}

/** Undefined for what is no base64. */
function bytesOf(base64: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(base64), (each) => each.charCodeAt(0));
  } catch {
    return undefined;
  }
}
