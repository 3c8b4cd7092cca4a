/** Answers the links of mails with pages, for ratings and for the mails of reports. */
import { Problem } from '@parley/contracts/problems';
import type { FastifyReply } from 'fastify';
import type { Page } from './page.ts';

/** Sends the page behind a link, which no cache keeps. */
export const sendLinkPage = (reply: FastifyReply, { policy, html }: Page): FastifyReply =>
  reply
    .type('text/html; charset=utf-8')
    .header('content-security-policy', policy)
    .header('cache-control', 'no-store')
    // Without a referrer browsers would not say either that the button's page is ours.
    .header('referrer-policy', 'same-origin')
    .send(html);

/** Returns true for a link that is over. @throws any other error */
export function isOverOrThrow(error: unknown): boolean {
  if (error instanceof Problem && error.code === 'not_found') return true;
  throw error;
}
