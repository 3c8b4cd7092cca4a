/** Reads which pages a website allows crawlers to read. https://www.rfc-editor.org/rfc/rfc9309 */
import { localize } from '@parley/contracts/i18n/server-texts';
import parser from 'robots-parser';
import type { ExternalContext } from '../external/services.ts';
import { inTime } from '../processes/limited-time.ts';
import { CannotRead } from './cannot-read.ts';

export const userAgent = 'Parley';

/** Its types speak of a default export, of which it has none. */
const robotsParser = parser as unknown as typeof parser.default;

export interface Robots {
  allows: (url: string) => boolean;
  /** In milliseconds, between two calls. */
  pauseMs: number;
  /** The lists of pages that it names. */
  sitemaps: readonly string[];
}

const leastPauseMs = 100;
const longestPauseMs = 10_000;
const maxBytes = 512 * 1024;
/** Lines that are read, sitemaps that are named, and length of a line: longer than any address of a page. */
const most = { lines: 5_000, sitemaps: 500, length: 1_000 };
/** Limit for one page's rules: a thousand times the usual time. */
const rulesMs = 500;

/**
 * Returns the lines of a robots.txt that matter here: the parser copies each rule for each crawler of its group, so
 * other crawlers are named once a group.
 */
function boundedLines(text: string): string {
  const kept: string[] = [];
  const group = new Set<string>();
  for (const line of text.split(/\r\n|\r|\n/)) {
    const [, key, value] = /^\s*([\w-]{1,40})\s*:([^#]*)/.exec(line.slice(0, most.length)) ?? [];
    if (key === undefined || value === undefined || line.length > most.length) continue;
    if (key.toLowerCase() !== 'user-agent') {
      group.clear();
      kept.push(`${key}:${value}`);
      continue;
    }
    const [name = ''] = value.trim().toLowerCase().split('/');
    const agent = name === '*' || name === userAgent.toLowerCase() ? name : 'other';
    if (!group.has(agent)) kept.push(`User-agent: ${agent}`);
    group.add(agent);
  }
  return kept.slice(0, most.lines).join('\n');
}

/** @throws CannotRead when it cannot be known; OutboundError */
export async function readRobots({ external }: Pick<ExternalContext, 'external'>, url: string): Promise<Robots> {
  const address = new URL('/robots.txt', url);
  const { status, text } = await external.outbound.request(address.href, { maxBytes, beginningIsEnough: true });
  if (status >= 500) throw new CannotRead(localize('answered', { host: address.host, status }));
  return robotsOf(address.href, status < 300 ? text : '');
}

/** Returns the rules of the robots.txt at an address. What can't be decided in time is not allowed. */
export function robotsOf(address: string, text: string): Robots {
  const rules = robotsParser(address, boundedLines(text));
  let isHostile = false;
  const delay = (rules.getCrawlDelay(userAgent) ?? 0) * 1000;
  return {
    allows: (page) => {
      const isAllowed = !isHostile && inTime(rulesMs, () => rules.isAllowed(page, userAgent) !== false, undefined);
      isHostile ||= isAllowed === undefined;
      return isAllowed ?? false;
    },
    sitemaps: rules.getSitemaps().slice(0, most.sitemaps),
    pauseMs: Math.min(longestPauseMs, Math.max(leastPauseMs, Number.isFinite(delay) ? delay : 0)),
  };
}
