/** Reads a visitor's origin: a page of another website, or the link of a campaign. */
import type { Campaign } from '@parley/contracts/entities';

const utmMaxLength = 100;
const withoutWww = (host: string): string => host.replace(/^www\./, '');

/**
 * Reads the origin from a page that starts a session. Empty if it was reached from the website itself or an unknown
 * page: then the previous origin stays.
 */
export function cameFrom({ url, referrer }: { url: string; referrer?: string }): {
  pageReferrer?: string | null;
  campaign?: string;
} {
  const page = URL.canParse(url) ? new URL(url) : undefined;
  const before = referrer !== undefined && URL.canParse(referrer) ? new URL(referrer) : undefined;
  const isPage = before !== undefined && /^https?:$/.test(before.protocol);
  const isElsewhere = isPage && withoutWww(before.host) !== withoutWww(page?.host ?? '');
  const utm = (name: string): string | null =>
    page?.searchParams.get(`utm_${name}`)?.trim().slice(0, utmMaxLength).toWellFormed().replaceAll('\0', '') || null;
  const campaign: Campaign = { name: utm('campaign'), source: utm('source'), medium: utm('medium') };
  const hasCampaign = Object.values(campaign).some((value) => value !== null);
  if (!isElsewhere && !hasCampaign) return {};
  return {
    pageReferrer: isElsewhere ? before.href : null,
    campaign: JSON.stringify(hasCampaign ? campaign : null),
  };
}
