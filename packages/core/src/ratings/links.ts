/** Links to the page on which a customer answers. They name a rating and nothing of its customer. */
import { Problem } from '@parley/contracts/problems';
import { DecryptionFailed } from '@parley/service/secrets';
import type { Context } from '../context.ts';

const purpose = 'rating';

/** Returns the URL of the page; with a score, it is chosen there. */
export function ratingUrl(context: Pick<Context, 'secrets' | 'publicUrl'>, ratingId: string, score?: number): string {
  const token = context.secrets.encrypt(ratingId, purpose);
  return `${context.publicUrl}/api/ratings/page?token=${token}${score === undefined ? '' : `&score=${score}`}`;
}

/** @throws Problem `not_found` for a token that is none of ours */
export function readRatingLink({ secrets }: Pick<Context, 'secrets'>, token: string): string {
  try {
    return secrets.decrypt(token, purpose);
  } catch (error) {
    if (!(error instanceof DecryptionFailed)) throw error;
  }
  throw new Problem('not_found', 'This link is not valid.');
}
