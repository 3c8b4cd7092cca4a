/** Looks at a page of a website as a browser would, and tells what keeps the widget from it. */
import type { Website } from '@parley/contracts/entities';
import { localize } from '@parley/contracts/i18n/server-texts';
import { Problem } from '@parley/contracts/problems';
import { type InstallCheck, type InstallFault, installFaults } from '@parley/contracts/visitors/install-check';
import { showsOnPage } from '@parley/contracts/visitors/page-rules';
import { findWebsite } from '@parley/db/websites/websites';
import { OutboundError } from '@parley/service/outbound-errors';
import type { StaffCaller } from '../callers.ts';
import type { Context } from '../context.ts';
import { refuseWithout } from '../permissions/permissions.ts';
import { OutOfTime } from '../processes/limited-time.ts';
import { allowedWebsite } from './allowed-website.ts';
import { forbiddenBy, policiesOf } from './content-policy.ts';
import { fetchPage, type PageDocument, type WebContext, type WebPage } from './web-page.ts';

type Fault = InstallCheck['faults'][number];

const fault = (name: InstallFault, detail: string | null = null): Fault => ({ fault: name, detail });

/** Name of the widget's script in an address, whichever installation it comes from. */
const scriptPath = /\/widget\.js$/;

/**
 * Fetches the page, encrypted if that works, and returns its faults, the worst first; none if the widget works there.
 *
 * @throws Problem `forbidden`, `not_found`
 */
export async function checkInstall(
  context: Context & WebContext,
  caller: StaffCaller,
  id: string,
  { path = '/' }: { path?: string | undefined },
): Promise<InstallCheck> {
  await refuseWithout(context, caller, 'websites.manage');
  const website = await findWebsite(context.db, id);
  if (!website) throw new Problem('not_found', localize('no_such_website'));
  const address = `https://${website.domain}${path}`;
  const page = await fetchPage(context, address)
    .catch((error: unknown) => fetchPage(context, `http://${website.domain}${path}`).catch(() => Promise.reject(error)))
    .catch(whyNot);
  const faults = Array.isArray(page) ? page : await faultsOf(context, website, page);
  const rank = (each: Fault): number => installFaults.indexOf(each.fault);
  return {
    url: Array.isArray(page) ? address : page.url,
    faults: faults.toSorted((one, other) => rank(one) - rank(other)),
    checkedAt: new Date().toISOString(),
  };
}

function whyNot(error: unknown): Fault[] {
  if (error instanceof OutOfTime) return [fault('not_html')];
  if (!(error instanceof OutboundError)) throw error;
  return [fault(error.code === 'refused' ? 'address_refused' : 'unreachable', error.message)];
}

async function faultsOf(context: Context & WebContext, website: Website, page: WebPage): Promise<Fault[]> {
  const url = new URL(page.url);
  if (page.status < 200 || page.status > 299) return [fault('status', String(page.status))];
  const landed = await allowedWebsite(context, url.origin).catch(() => undefined);
  const isOther = landed ? landed.id !== website.id : url.hostname !== website.domain;
  return [
    ...(isOther ? [fault('other_website', url.host)] : []),
    ...(website.isActive ? [] : [fault('inactive')]),
    ...(showsOnPage(website, url.pathname) ? [] : [fault('hidden_by_rules', url.pathname)]),
    ...(page.document ? snippetFaults(new URL(context.publicUrl), page, page.document) : [fault('not_html')]),
  ];
}

function snippetFaults(installation: URL, page: WebPage, document: PageDocument): Fault[] {
  const pageUrl = new URL(page.url);
  const base = document.querySelector('base')?.getAttribute('href') ?? '';
  const scripts = [...document.querySelectorAll('script[src]')].flatMap((element) => {
    const url = URL.parse(element.getAttribute('src') ?? '', URL.parse(base, page.url)?.href ?? page.url);
    return url && scriptPath.test(url.pathname) ? [{ url, nonce: element.getAttribute('nonce') ?? undefined }] : [];
  });
  const ours = scripts.filter(({ url }) => url.host === installation.host);
  const [script] = ours;
  const [other] = scripts;
  if (!script) return other ? [fault('other_installation', other.url.host)] : [fault('snippet_missing')];
  const metas = [...document.querySelectorAll('meta[http-equiv]')]
    .filter((meta) => meta.getAttribute('http-equiv')?.toLowerCase() === 'content-security-policy')
    .map((meta) => meta.getAttribute('content') ?? '');
  const policies = policiesOf(page.headers['content-security-policy'], metas);
  const socket = new URL('/ws', script.url);
  socket.protocol = script.url.protocol === 'https:' ? 'wss:' : 'ws:';
  const byScript = forbiddenBy(policies, 'script', { ...script, page: pageUrl });
  const byConnect =
    forbiddenBy(policies, 'connect', { url: new URL('/api/', script.url), page: pageUrl }) ??
    forbiddenBy(policies, 'connect', { url: socket, page: pageUrl });
  const byImg = forbiddenBy(policies, 'img', { url: new URL('/api/images/', script.url), page: pageUrl });
  return [
    ...(byScript === undefined ? [] : [fault('csp_script', byScript)]),
    ...(byConnect === undefined ? [] : [fault('csp_connect', byConnect)]),
    ...(pageUrl.protocol === 'https:' && script.url.protocol === 'http:' ? [fault('mixed_content')] : []),
    ...(ours.length > 1 ? [fault('snippet_twice')] : []),
    ...(byImg === undefined ? [] : [fault('csp_img', byImg)]),
  ];
}
