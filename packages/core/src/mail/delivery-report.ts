/** Reads what a mail server reports about our mails: deliveries and bounces (RFC 3464), and complaints (RFC 5965). */
import type { BounceReason } from '@parley/contracts/channels/mail-states';
import { emailMaxLength } from '@parley/contracts/users/limits';
import { cleanLine } from '@parley/contracts/text/clean-line';
import type { ParsedMail } from './parse.ts';

export interface ReportedRecipient {
  /** Lower case; null if the report doesn't name it. */
  address: string | null;
  state: 'delivered' | 'delayed' | 'bounced';
  reason: BounceReason;
  /** True if the address accepts no mail until something is changed. */
  isPermanent: boolean;
  /** Text of the other server, as one line. */
  detail: string;
}

export interface DeliveryReport {
  kind: 'delivery' | 'complaint';
  /** Envelope id of the mail: the id of our delivery, if the server has kept it. */
  envelopeId: string | null;
  /** Message-IDs of the mails that the report may be about. */
  messageIds: string[];
  recipients: ReportedRecipient[];
}

/** A mail of ours has one recipient; servers report at most a handful together. */
const mostRecipients = 20;
const mostLines = 2_000;
const detailMaxLength = 300;
/** Part of a text that is searched for well-known phrases. */
const searchedLength = 20_000;

const isStatus = (type: string): boolean => /^message\/(?:global-)?delivery-status$/.test(type);
const isFeedback = (type: string): boolean => type === 'message/feedback-report';
const isReturned = (type: string): boolean => /^(?:message\/(?:rfc822|global)|text\/rfc822-headers)/.test(type);

const textOf = (content: Uint8Array): string => Buffer.from(content).toString('utf8');

/** Returns the report that a mail contains; null for any other mail. `isBounce`: a mail server wrote it. */
export function deliveryReport(mail: ParsedMail, isBounce: boolean): DeliveryReport | null {
  const [status] = mail.files.filter(({ mimeType }) => isStatus(mimeType));
  const [feedback] = mail.files.filter(({ mimeType }) => isFeedback(mimeType));
  const found = { messageIds: messageIdsOf(mail), envelopeId: null };
  if (feedback) {
    const [fields] = blocksOf(textOf(feedback.content));
    // A report that nobody complained about, such as one of the sender's authentication, is none.
    if (!/^(?:abuse|complaint|fraud|opt-out)/.test(fields?.get('feedback-type')?.toLowerCase() ?? '')) return null;
    const address = addressIn(fields?.get('original-rcpt-to') ?? '');
    return {
      ...found,
      kind: 'complaint',
      recipients: [{ address, state: 'bounced', reason: 'complaint', isPermanent: true, detail: '' }],
    };
  }
  if (status) {
    const [ofMessage, ...ofRecipients] = blocksOf(textOf(status.content));
    // Some servers leave out the block of the message.
    const blocks = ofMessage?.has('action') ? [ofMessage, ...ofRecipients] : ofRecipients;
    const envelopeId = ofMessage?.get('original-envelope-id')?.trim().slice(0, 100) || null;
    const recipients = blocks.slice(0, mostRecipients).flatMap((fields) => recipientOf(fields) ?? []);
    if (recipients.length > 0) return { ...found, envelopeId, kind: 'delivery', recipients };
  }
  if (!isBounce) return null;
  const recipient = recipientInWords(mail);
  return recipient && { ...found, kind: 'delivery', recipients: [recipient] };
}

/** Returns the blocks of fields of a report, by lower-case name; folded lines joined. */
function blocksOf(text: string): Map<string, string>[] {
  const blocks: Map<string, string>[] = [];
  let block: Map<string, string> | null = null;
  let last = '';
  for (const line of text.split(/\r?\n/, mostLines)) {
    if (line.trim() === '') {
      block = null;
      continue;
    }
    if (!block) {
      block = new Map();
      blocks.push(block);
    }
    if (/^[ \t]/.test(line)) {
      const before = block.get(last);
      if (before !== undefined && before.length < 2_000) block.set(last, `${before} ${line.trim().slice(0, 1_000)}`);
      continue;
    }
    const colon = line.slice(0, 80).indexOf(':');
    if (colon < 1) continue;
    last = line.slice(0, colon).trim().toLowerCase();
    if (!block.has(last)) block.set(last, line.slice(colon + 1, 2_000).trim());
  }
  return blocks;
}

/** Returns the first address of a field such as `rfc822; jane@customer.example`, in lower case. */
function addressIn(field: string): string | null {
  const [address] = /[^\s<>;:,"()@]{1,64}@[^\s<>;:,"()@]{1,255}/.exec(field.slice(0, 1_000)) ?? [];
  return address ? cleanLine(address.toLowerCase(), emailMaxLength) : null;
}

function recipientOf(fields: ReadonlyMap<string, string>): ReportedRecipient | null {
  const [action = ''] = /^[a-z]+/.exec(fields.get('action')?.toLowerCase() ?? '') ?? [];
  const field = (name: string): string => fields.get(name) ?? '';
  const address = addressIn(field('original-recipient')) ?? addressIn(field('final-recipient'));
  const detail = detailOf(field('diagnostic-code').replace(/^[\w-]{1,20};\s*/, ''));
  const state = states.get(action);
  if (!state) return null;
  if (state !== 'bounced') return { address, state, reason: 'other', isPermanent: false, detail };
  const status = /\b[245]\.\d{1,3}\.\d{1,3}\b/.exec(field('status'))?.[0] ?? statusIn(detail);
  return { address, state, ...judge(status, detail), detail: detail || detailOf(field('status')) };
}

/** A relayed mail went to a server that reports no more: it was accepted. */
const states: ReadonlyMap<string, ReportedRecipient['state']> = new Map([
  ['failed', 'bounced'],
  ['delayed', 'delayed'],
  ['delivered', 'delivered'],
  ['relayed', 'delivered'],
  ['expanded', 'delivered'],
]);

const detailOf = (text: string): string => cleanLine(text.slice(0, 2_000), detailMaxLength);

/** Returns the enhanced status code of a text (RFC 3463), or one for its SMTP reply code. */
function statusIn(text: string): string | null {
  const [enhanced] = /\b[245]\.\d{1,3}\.\d{1,3}\b/.exec(text) ?? [];
  if (enhanced) return enhanced;
  const [, reply] = /(?:^|[\s(:])([45]\d\d)(?=[\s\-#:])/.exec(text) ?? [];
  return reply ? `${reply.charAt(0)}.0.0` : null;
}

/** Phrases of large providers and mail servers, by the reason that they mean. The first that is found counts. */
const phrases: readonly (readonly [BounceReason, RegExp])[] = [
  [
    'mailbox_full',
    /mailbox (?:is )?(?:full|over quota)|(?:over|exceeded?|exceeds)[ -](?:its |the |their )?(?:storage |disk |mailbox )?quota|quota (?:is )?exceeded|out of storage|insufficient (?:system )?storage|postfach (?:des empfängers )?ist voll|bo[iî]te (?:aux lettres )?(?:est )?pleine|buz[oó]n (?:est[aá] )?lleno/i,
  ],
  [
    'too_large',
    /message (?:size )?(?:is )?(?:too (?:large|big)|exceeds|over)|size limit|exceeds? (?:the )?maximum (?:message )?size/i,
  ],
  [
    'unknown_address',
    /user (?:is )?unknown|unknown user|no such (?:user|mailbox|recipient|address)|does(?: not|n't) (?:exist|have (?:an?|any) [\w.]{1,40} account)|(?:recipient|address|mailbox|user) (?:is |was )?(?:not found|rejected|unavailable|invalid)|invalid (?:recipient|mailbox|address)|recipientnotfound|no mailbox here|not a valid (?:mailbox|recipient|user)|unrouteable address|empfänger unbekannt|adresse (?:wurde nicht gefunden|inconnue)/i,
  ],
  [
    'mailbox_disabled',
    /(?:account|mailbox|user)(?: is| has been)? (?:disabled|inactive|suspended|locked|deactivated)|inactive (?:user|mailbox)/i,
  ],
  [
    'unknown_domain',
    /(?:domain|host)(?: name)? (?:not found|does not exist|unknown)|host or domain name not found|no mx|name service error|nxdomain/i,
  ],
  [
    'refused',
    /spam|blocked|blacklist|block ?list|dnsbl|spamhaus|reputation|policy|dmarc|spf|not authori[sz]ed|access denied|rejected by|unsolicited/i,
  ],
  [
    'unreachable',
    /connection (?:timed out|refused|lost)|timed? ?out|could not (?:be )?connect|temporarily (?:deferred|unavailable)|retry time|expired|too long in queue/i,
  ],
];

/** Reasons of enhanced status codes without their class. RFC 3463 and its registry. */
const reasonsByStatus: readonly (readonly [RegExp, BounceReason])[] = [
  [/^1\.(?:1|6|10)$/, 'unknown_address'],
  [/^1\.(?:2|4)$|^4\.4$/, 'unknown_domain'],
  [/^2\.1$/, 'mailbox_disabled'],
  [/^2\.2$/, 'mailbox_full'],
  [/^2\.3$|^3\.4$/, 'too_large'],
  [/^4\./, 'unreachable'],
  [/^7\./, 'refused'],
];

/** Addresses that the provider will refuse tomorrow, too. */
const lasting: ReadonlySet<BounceReason> = new Set(['unknown_address', 'unknown_domain', 'mailbox_disabled']);

/** Returns the reason for a refusal by its enhanced status code, else by its text, and whether it lasts. */
export function judge(status: string | null, text: string): Pick<ReportedRecipient, 'reason' | 'isPermanent'> {
  const code = status?.slice(2) ?? '';
  const searched = text.slice(0, searchedLength);
  const byStatus = reasonsByStatus.find(([pattern]) => pattern.test(code))?.[1];
  const byText = phrases.find(([, pattern]) => pattern.test(searched))?.[0];
  // Providers refuse full and closed mailboxes under all kinds of codes: their text is more exact.
  const reason = (byText === 'mailbox_full' ? byText : (byStatus ?? byText)) ?? 'other';
  return { reason, isPermanent: status?.startsWith('4') !== true && lasting.has(reason) };
}

/** Returns why a server has refused a mail at once, from its reply. */
export const judgeReply = (reply: string): Pick<ReportedRecipient, 'reason' | 'isPermanent'> =>
  judge(statusIn(reply), reply);

/** A bounce without a machine-readable part, such as those of qmail, old Exchange servers and some providers. */
function recipientInWords(mail: ParsedMail): ReportedRecipient | null {
  const text = (mail.text ?? '').slice(0, searchedLength);
  const status = statusIn(text);
  const judged = judge(status, text);
  const isDelay = /\b(?:delayed|will (?:be )?re?tr(?:y|ied)|still (?:trying|being))\b/i.test(
    `${mail.subject}\n${text.slice(0, 2_000)}`,
  );
  if (judged.reason === 'other' && status === null && !mail.headers.has('x-failed-recipients')) return null;
  const named = mail.headers.get('x-failed-recipients')?.[0] ?? '';
  const address = addressIn(named) ?? addressIn(/<[^<>\s]{3,320}>/.exec(text)?.[0] ?? '') ?? addressIn(text);
  const line = text
    .split('\n', mostLines)
    .find((each) => statusIn(each) !== null || phrases.some(([, pattern]) => pattern.test(each.slice(0, 1_000))));
  const detail = detailOf(line ?? '');
  if (isDelay) return { address, state: 'delayed', reason: judged.reason, isPermanent: false, detail };
  return { address, state: 'bounced', ...judged, detail };
}

const messageId = /^\s*(?:>\s?)*message-id:\s*(<[^<>\s]{1,300}>)/gim;

/** The Message-IDs in the returned mail or its header, and in the text of bounces that quote it. */
function messageIdsOf({ files, text, references }: ParsedMail): string[] {
  const returned = files
    .filter(({ mimeType }) => isReturned(mimeType))
    .flatMap(({ content }) => [...Buffer.from(content).toString('latin1').matchAll(messageId)].slice(0, 5));
  const quoted = [...(text ?? '').slice(0, 100_000).matchAll(messageId)].slice(0, 5);
  return [...[...returned, ...quoted].flatMap(([, id]) => id ?? []), ...references.slice(-10)];
}
