/** Stores a visitor's origin with their session. */
import { originOf } from '../websites/origin.ts';

/**
 * Reads the origin from a page that starts a session. Empty if it was reached from the website itself or an unknown
 * page: then the previous origin stays.
 */
export function cameFrom(page: { url: string; referrer?: string }): {
  pageReferrer?: string | null;
  campaign?: string;
} {
  const { referrer, campaign } = originOf(page);
  if (referrer === null && campaign === null) return {};
  return { pageReferrer: referrer, campaign: JSON.stringify(campaign) };
}
