/** Which website a page belongs to. The widget's script asks this of the server; the server never takes its word. */
import type { Website } from '@parley/contracts/entities';
import { Problem } from '@parley/contracts/problems';
import { listWebsites } from '@parley/db/websites/websites';
import type { Context } from '../context.ts';

/** Schemes of pages: those of the web, and those under which Capacitor and Ionic show an app's pages on iOS. */
const pageSchemes = new Set(['https:', 'http:', 'capacitor:', 'ionic:']);

/** The hostname of an Origin header, in ASCII and lower case; null when it is none. */
function hostOf(origin: string | undefined): string | null {
  if (!origin || !URL.canParse(origin)) return null;
  const { protocol, hostname } = new URL(origin);
  return pageSchemes.has(protocol) ? hostname.replace(/\.$/, '') : null;
}

const withoutWww = (host: string): string => host.replace(/^www\./, '');

/**
 * The active website an Origin belongs to: its exact host, or the `www.` twin of it.
 *
 * @throws Problem `website_not_allowed` for an unknown or disabled one.
 */
export async function allowedWebsite(context: Pick<Context, 'db'>, origin: string | undefined): Promise<Website> {
  const host = hostOf(origin);
  const websites = await listWebsites(context.db);
  const website =
    host === null
      ? undefined
      : (websites.find((each) => each.domain === host) ??
        websites.find((each) => withoutWww(each.domain) === withoutWww(host)));
  if (!website?.isActive) {
    throw new Problem(
      'website_not_allowed',
      `${host ?? 'This page'} is not among the websites the widget may live on.`,
    );
  }
  return website;
}
