/** Reads what the DNS of a sender's domain says about its mail: SPF (RFC 7208), DKIM (RFC 6376), DMARC (RFC 7489). */
import type { MailboxCheck, MailboxCheckStep } from '@parley/contracts/channels/mailboxes';
import { englishOf, localizedOf, localize, type Text } from '@parley/contracts/i18n/server-texts';

/** The parts of `node:dns/promises` that are asked. */
export interface DnsResolver {
  resolveTxt(name: string): Promise<string[][]>;
  resolve4(name: string): Promise<string[]>;
  resolve6(name: string): Promise<string[]>;
  resolveMx(name: string): Promise<{ exchange: string }[]>;
}

export type CheckStep = MailboxCheck['steps'][number];
export type DnsRecord = MailboxCheck['records'][number];

export interface Finding {
  step: CheckStep;
  record: DnsRecord | null;
}

/** Describes a step of a check. */
export function checkStep(step: MailboxCheckStep, outcome: CheckStep['outcome'], words: Text): CheckStep {
  const localized = localizedOf(words);
  return { step, outcome, message: englishOf(words), ...(localized && { localized }) };
}

const finding = (
  step: MailboxCheckStep,
  outcome: CheckStep['outcome'],
  words: Text,
  record: DnsRecord | null = null,
): Finding => ({ step: checkStep(step, outcome, words), record });

/** Part of an SPF record that stands for the servers behind a host that mail is handed to. */
const knownSenders: readonly (readonly [host: RegExp, part: string])[] = [
  [/(?:^|\.)(?:gmail|google|googlemail)\.com$/, 'include:_spf.google.com'],
  [/(?:^|\.)(?:office365|outlook|microsoft)\.com$/, 'include:spf.protection.outlook.com'],
  [/(?:^|\.)mailgun\.org$/, 'include:mailgun.org'],
  [/(?:^|\.)amazonaws\.com$/, 'include:amazonses.com'],
  [/(?:^|\.)postmarkapp\.com$/, 'include:spf.mtasv.net'],
  [/(?:^|\.)sendgrid\.net$/, 'include:sendgrid.net'],
  [/(?:^|\.)(?:messagingengine|fastmail)\.com$/, 'include:spf.messagingengine.com'],
];

const partOf = (host: string): string => knownSenders.find(([known]) => known.test(host))?.[1] ?? `a:${host}`;

/** Codes of a name without such a record. */
const nothingFound = new Set(['ENODATA', 'ENOTFOUND', 'NXDOMAIN']);

/** Returns the TXT records that begin with a version. @throws for anything but an empty answer */
async function records(dns: DnsResolver, name: string, version: RegExp): Promise<string[]> {
  try {
    return (await dns.resolveTxt(name)).map((parts) => parts.join('')).filter((text) => version.test(text));
  } catch (error) {
    if (nothingFound.has(codeOf(error))) return [];
    throw error;
  }
}

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : 'ESERVFAIL';

const unreadable = (step: MailboxCheckStep, domain: string, error: unknown): Finding =>
  finding(step, 'warning', localize('dns_unreadable', { domain, code: codeOf(error) }));

const spfVersion = /^v=spf1(?:\s|$)/i;

/** Checks whether the domain's SPF record covers the host that mail is handed to. */
export async function checkSpf(dns: DnsResolver, domain: string, host: string): Promise<Finding> {
  // No mail is sent yet.
  if (host === '') return finding('spf', 'skipped', localize('check_skipped'));
  try {
    const found = await records(dns, domain, spfVersion);
    const [only] = found;
    const of = { domain, host };
    const part = partOf(host);
    const record = (parts: readonly string[]): DnsRecord => ({
      step: 'spf',
      type: 'TXT',
      name: domain,
      value: ['v=spf1', ...new Set([...parts, part]), '~all'].join(' '),
    });
    if (only === undefined) return finding('spf', 'failed', localize('spf_missing', of), record(['mx']));
    const parts = found.flatMap((each) => each.trim().split(/\s+/).slice(1));
    const others = parts.filter((each) => !/^[-~?+]?all$/i.test(each));
    if (found.length > 1) {
      const words = localize('spf_several', { domain, count: found.length });
      return finding('spf', 'failed', words, record(others));
    }
    if (/(?:^|\s)\+?all(?:\s|$)/i.test(only))
      return finding('spf', 'warning', localize('spf_open', of), record(others));
    if (await covers(dns, domain, { part, host })) return finding('spf', 'works', localize('spf_ok', of));
    return finding('spf', 'failed', localize('spf_other', of), record(others));
  } catch (error) {
    return unreadable('spf', domain, error);
  }
}

/** RFC 7208, section 4.6.4: more look-ups are an error at receivers too. */
const lookUpsMax = 10;

/** Whether the record, or one that it includes, names the host or one of its addresses. */
async function covers(dns: DnsResolver, domain: string, { part, host }: { part: string; host: string }) {
  let lookUps = 0;
  const addresses = new Set([
    ...(await dns.resolve4(host).catch(() => [])),
    ...(await dns.resolve6(host).catch(() => [])),
  ]);
  const leadsThere = async (name: string): Promise<boolean> => {
    lookUps += 1;
    if (lookUps > lookUpsMax) return false;
    const found = [...(await dns.resolve4(name).catch(() => [])), ...(await dns.resolve6(name).catch(() => []))];
    return found.some((address) => addresses.has(address));
  };
  const search = async (name: string): Promise<boolean> => {
    const [record = ''] = await records(dns, name, spfVersion);
    for (const each of record.trim().split(/\s+/).slice(1)) {
      const [, mechanism = '', value = name] = /^\+?(include|redirect|a|mx|ip4|ip6)(?:[:=](.+))?$/i.exec(each) ?? [];
      if (each.replace(/^\+/, '').toLowerCase() === part) return true;
      switch (mechanism.toLowerCase()) {
        case 'include':
        case 'redirect':
          lookUps += 1;
          if (lookUps <= lookUpsMax && (await search(value))) return true;
          break;
        case 'a':
          if (await leadsThere(value)) return true;
          break;
        case 'mx':
          lookUps += 1;
          for (const { exchange } of await dns.resolveMx(value).catch(() => []))
            if (exchange === host || (await leadsThere(exchange))) return true;
          break;
        case 'ip4':
        case 'ip6':
          if (addresses.has(value.split('/', 1)[0] ?? '')) return true;
          break;
        default:
      }
    }
    return false;
  };
  return search(domain);
}

/** Signature of a received mail. */
export interface DkimSignature {
  domain: string;
  selector: string;
}

/** Whether two domains belong to one organisation, as DMARC's relaxed alignment wants it for subdomains. */
const isAligned = (one: string, other: string): boolean =>
  one === other || one.endsWith(`.${other}`) || other.endsWith(`.${one}`);

/** Checks the signatures of the test message; undefined where none has come back. */
export function checkDkim(domain: string, signatures: readonly DkimSignature[] | undefined): Finding {
  if (!signatures) return finding('dkim', 'skipped', localize('dkim_unknown'));
  const own = signatures.find((each) => isAligned(each.domain, domain));
  if (own) return finding('dkim', 'works', localize('dkim_ok', { domain: own.domain, selector: own.selector }));
  const [other] = signatures;
  return other
    ? finding('dkim', 'failed', localize('dkim_other', { domain, found: other.domain }))
    : finding('dkim', 'failed', localize('dkim_missing', { domain }));
}

/** Reads the domains and selectors of a mail's `DKIM-Signature` fields. */
export function signaturesOf(raw: Buffer): DkimSignature[] {
  const head =
    raw
      .subarray(0, 64 * 1024)
      .toString('latin1')
      .split(/\r?\n\r?\n/, 1)[0] ?? '';
  const unfolded = head.replaceAll(/\r?\n[ \t]+/g, ' ').split(/\r?\n/);
  return unfolded.flatMap((line) => {
    if (!/^dkim-signature:/i.test(line)) return [];
    const tag = (name: string): string | undefined =>
      new RegExp(`[:;]\\s*${name}=\\s*([A-Za-z0-9._-]+)`).exec(line)?.[1]?.toLowerCase();
    const [domain, selector] = [tag('d'), tag('s')];
    return domain && selector ? [{ domain, selector }] : [];
  });
}

/** Checks the DMARC record of a domain, or of the organisation's domain above it. */
export async function checkDmarc(dns: DnsResolver, domain: string, reportsTo: string): Promise<Finding> {
  try {
    const above = domain.split('.').slice(-2).join('.');
    for (const each of new Set([domain, above])) {
      const [record] = await records(dns, `_dmarc.${each}`, /^v=DMARC1(?:\s*;|$)/i);
      if (record === undefined) continue;
      const policy = /;\s*p=\s*(\w+)/i.exec(record)?.[1]?.toLowerCase() ?? 'none';
      if (policy !== 'none') return finding('dmarc', 'works', localize('dmarc_ok', { domain, policy }));
      return finding('dmarc', 'warning', localize('dmarc_none', { domain }), {
        step: 'dmarc',
        type: 'TXT',
        name: `_dmarc.${each}`,
        value: record.replace(/(;\s*p=\s*)none/i, '$1quarantine'),
      });
    }
    return finding('dmarc', 'failed', localize('dmarc_missing', { domain }), {
      step: 'dmarc',
      type: 'TXT',
      name: `_dmarc.${domain}`,
      value: `v=DMARC1; p=none; rua=mailto:${reportsTo}`,
    });
  } catch (error) {
    return unreadable('dmarc', domain, error);
  }
}
