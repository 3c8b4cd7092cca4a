/** Links to the page on which a form of a message is filled in. They name a message and nothing of its customer. */
import { Problem } from '@parley/contracts/problems';
import { DecryptionFailed } from '@parley/service/secrets';
import type { Context } from '../context.ts';

const purpose = 'form';

/** Returns the URL of the page for a form that a conversation gets; no two are the same. */
export const formUrl = (context: Pick<Context, 'secrets' | 'publicUrl'>, conversationId: string): string =>
  formUrlOf(context, context.secrets.encrypt(conversationId, purpose));

/** Returns the URL with this token. */
export const formUrlOf = ({ publicUrl }: Pick<Context, 'publicUrl'>, token: string): string =>
  `${publicUrl}/api/forms/page?token=${encodeURIComponent(token)}`;

/** Returns the conversation that a link was made for. @throws Problem `not_found` for a token that is none of ours */
export function readFormLink({ secrets }: Pick<Context, 'secrets'>, token: string): string {
  try {
    return secrets.decrypt(token, purpose);
  } catch (error) {
    if (!(error instanceof DecryptionFailed)) throw error;
  }
  throw new Problem('not_found', 'This link is not valid.');
}
