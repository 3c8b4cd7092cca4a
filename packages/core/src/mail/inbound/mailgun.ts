/** Mailgun's routes: https://documentation.mailgun.com/docs/mailgun/user-manual/receive-forward-store/receive-http */
import { createHmac } from 'node:crypto';
import { keys } from '@parley/service/redis';
import * as Type from 'typebox';
import { Compile } from 'typebox/compile';
import type { Context } from '../../context.ts';
import { addressesOf, formOf, isSame, notAMail, notTheProvider, type ProviderCall, type ProviderMail } from './call.ts';
import { rebuildMail } from './rebuild.ts';

/** Mailgun repeats a failed call for eight hours; an older signature has been copied. Seconds. */
const oldestSeconds = 12 * 3600;
const tokenSeconds = 2 * oldestSeconds;

const Fields = Compile(Type.Array(Type.Tuple([Type.String(), Type.String()])));
const ContentIds = Compile(Type.Record(Type.String(), Type.String()));

type TokenContext = Pick<Context, 'redis' | 'prefix'>;

/** Mail with its token, which is used up once the mail is stored. */
export interface MailgunMail extends ProviderMail {
  token: string;
}

/**
 * Returns the mail of a call; null for a repeated one: its mail was stored before.
 *
 * @throws Problem `signed_out` for a wrong or old signature, `malformed`
 */
export async function readMailgun(
  context: TokenContext,
  call: ProviderCall,
  signingKey: string,
): Promise<MailgunMail | null> {
  const form = await formOf(call);
  const text = (name: string): string => {
    const value = form.get(name);
    return typeof value === 'string' ? value : '';
  };
  const [timestamp, token] = [text('timestamp'), text('token')];
  const expected = createHmac('sha256', signingKey).update(`${timestamp}${token}`).digest('hex');
  if (signingKey === '' || token === '' || !isSame(text('signature').toLowerCase(), expected)) throw notTheProvider();
  if (!(Math.abs(Date.now() / 1000 - Number(timestamp)) <= oldestSeconds)) throw notTheProvider();
  // A copied signature is worth nothing, and Mailgun need not repeat a call whose answer was lost.
  if ((await context.redis.exists(tokenKey(context, token))) > 0) return null;
  return {
    token,
    raw: text('body-mime') === '' ? await rebuilt(form, text) : Buffer.from(text('body-mime')),
    envelopeFrom: addressesOf(text('sender'))[0] ?? null,
    envelopeTo: addressesOf(text('recipient')),
  };
}

const tokenKey = ({ prefix }: TokenContext, token: string): string =>
  keys(prefix).key('mailgun-token', token.slice(0, 200));

/** Uses up a token, so that its signature is worth nothing to others. */
export async function useUpToken(context: TokenContext, token: string): Promise<void> {
  await context.redis.set(tokenKey(context, token), '1', 'EX', tokenSeconds);
}

async function rebuilt(form: FormData, text: (name: string) => string): Promise<Buffer> {
  const headers = parsed(text('message-headers'));
  if (!Fields.Check(headers)) throw notAMail();
  const ids = parsed(text('content-id-map') || '{}');
  const contentIds = new Map(
    ContentIds.Check(ids) ? Object.entries(ids).map(([id, name]) => [name, id.replaceAll(/[<>]/g, '')]) : [],
  );
  const files = await Promise.all(
    [...form].flatMap(([name, value]) =>
      value instanceof File && name.startsWith('attachment-')
        ? [
            value.arrayBuffer().then((bytes) => ({
              name: value.name,
              type: value.type,
              bytes: Buffer.from(bytes),
              contentId: contentIds.get(name) ?? null,
            })),
          ]
        : [],
    ),
  );
  return rebuildMail({ headers, text: text('body-plain'), html: text('body-html'), files });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
