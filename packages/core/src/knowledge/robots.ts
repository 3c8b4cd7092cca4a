/** Reads which pages a website allows crawlers to read. https://www.rfc-editor.org/rfc/rfc9309 */
import { localize } from '@parley/contracts/i18n/server-texts';
import parser from 'robots-parser';
import type { ExternalContext } from '../external/services.ts';
import { CannotRead } from './cannot-read.ts';

export const userAgent = 'Parley';

/** Its types speak of a default export, of which it has none. */
const robotsParser = parser as unknown as typeof parser.default;

export interface Robots {
  allows(url: string): boolean;
  /** In milliseconds, between two calls. */
  pauseMs: number;
  /** The lists of pages that it names. */
  sitemaps: readonly string[];
}

const leastPauseMs = 100;
const longestPauseMs = 10_000;
const maxBytes = 512 * 1024;

/** @throws CannotRead when it cannot be known; OutboundError */
export async function readRobots({ external }: Pick<ExternalContext, 'external'>, url: string): Promise<Robots> {
  const address = new URL('/robots.txt', url);
  const { status, text } = await external.outbound.request(address.href, { maxBytes, beginningIsEnough: true });
  if (status >= 500) throw new CannotRead(localize('answered', { host: address.host, status }));
  const rules = robotsParser(address.href, status < 300 ? text : '');
  const delay = (rules.getCrawlDelay(userAgent) ?? 0) * 1000;
  return {
    allows: (page) => rules.isAllowed(page, userAgent) !== false,
    sitemaps: rules.getSitemaps(),
    pauseMs: Math.min(longestPauseMs, Math.max(leastPauseMs, Number.isFinite(delay) ? delay : 0)),
  };
}
