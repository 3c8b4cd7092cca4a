/** Test messages of a mailbox to itself: recognised when they come back, so that they open no conversation. */
import type { Secrets } from '@parley/service/secrets';

const purpose = 'mailbox check';

/** Message-ID of a test message; only we can make one. */
export function checkMessageId(secrets: Pick<Secrets, 'sign'>, id: string, domain: string): string {
  return `<check.${id}.${secrets.sign(purpose, id)}@${domain}>`;
}

/** Whether a mail is a test message of ours. */
export function isCheckMail(secrets: Pick<Secrets, 'verify'>, messageId: string | null): boolean {
  const [, id, signature] = /^<check\.([0-9a-f-]{36})\.([\w-]{43})@/.exec(messageId ?? '') ?? [];
  return id !== undefined && signature !== undefined && secrets.verify(purpose, id, signature);
}
