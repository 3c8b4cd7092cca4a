/** Reads where a visitor came from: a page of another website, or the link of a campaign. */
import type { Campaign } from '@parley/contracts/entities';

const utmMaxLength = 100;
const withoutWww = (host: string): string => host.replace(/^www\./, '');

/** Returns the page of another website that led to this one, and the campaign in the address; null for what is unknown. */
export function originOf({ url, referrer }: { url: string; referrer?: string | undefined }): {
  referrer: string | null;
  campaign: Campaign | null;
} {
  const page = URL.canParse(url) ? new URL(url) : undefined;
  const before = referrer !== undefined && URL.canParse(referrer) ? new URL(referrer) : undefined;
  const isPage = before !== undefined && /^https?:$/.test(before.protocol);
  const isElsewhere = isPage && withoutWww(before.host) !== withoutWww(page?.host ?? '');
  const utm = (name: string): string | null =>
    page?.searchParams.get(`utm_${name}`)?.trim().slice(0, utmMaxLength).toWellFormed().replaceAll('\0', '') || null;
  const campaign: Campaign = { name: utm('campaign'), source: utm('source'), medium: utm('medium') };
  const hasCampaign = Object.values(campaign).some((value) => value !== null);
  return { referrer: isElsewhere ? before.href : null, campaign: hasCampaign ? campaign : null };
}
