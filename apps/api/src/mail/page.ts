/** The page behind a mail's unsubscribe link: whom it is about, what is so, and one button. No script, nothing loaded. */
import { createHash } from 'node:crypto';
import { mailTexts } from '@parley/contracts/i18n/catalogues/mails';
import { detectLanguage } from '@parley/core/text/language';
import { escapeHtml } from '@parley/contracts/text/rich-html';
import { directionOf, type Language } from '@parley/contracts/text/languages';
import type { MailWish } from '@parley/core/mail/unsubscribe';

const style = `
:root{color-scheme:light dark;--text:#1d1b19;--muted:#6b6560;--back:#f6f4f1;--card:#fff;--line:#e2ddd7;--ink:#1d1b19;--paper:#fff}
@media(prefers-color-scheme:dark){:root{--text:#f0ece7;--muted:#a8a099;--back:#161412;--card:#201e1b;--line:#38342f;--ink:#f0ece7;--paper:#161412}}
*{box-sizing:border-box}
body{margin:0;min-height:100vh;display:grid;place-items:center;padding:24px;background:var(--back);color:var(--text);font:15px/1.5 system-ui,-apple-system,'Segoe UI',Roboto,sans-serif}
main{width:100%;max-width:420px;padding:28px;border:1px solid var(--line);border-radius:12px;background:var(--card)}
p{margin:0 0 20px;overflow-wrap:anywhere;text-wrap:pretty}
bdi{font-weight:600}
button{width:100%;min-height:44px;padding:10px 16px;border:1px solid var(--ink);border-radius:8px;background:var(--ink);color:var(--paper);font:inherit;font-weight:600;cursor:pointer}
button[data-quiet]{background:none;color:var(--ink);border-color:var(--line)}
button:focus-visible{outline:2px solid var(--ink);outline-offset:2px}
`;
const styleHash = createHash('sha256').update(style).digest('base64');

/** Lets browsers do one thing with the page: send its form to us. */
const policy = `default-src 'none'; style-src 'sha256-${styleHash}'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'`;

/**
 * Shows the first letter and the host: the owner recognises the address, and a recipient of a forwarded mail learns
 * little.
 */
function masked(address: string): string {
  const at = address.lastIndexOf('@');
  return `${/^./u.exec(address)?.[0] ?? ''}•••${address.slice(at)}`;
}

export interface Page {
  policy: string;
  html: string;
}

interface Choice {
  language: Language;
  title: string;
  /** `\0` stands for the subject. */
  sentence: string;
  /** Name or address, which may run the other way than the sentence. */
  subject?: string;
  button?: { label: string; action: string; isQuiet?: boolean };
}

/** Returns the document of a page with a sentence and one button, and the policy to send it with. */
export function choicePage({ language, title, sentence, subject = '', button }: Choice): Page {
  const text = sentence
    .split('\0')
    .map(escapeHtml)
    .join(`<bdi>${escapeHtml(subject)}</bdi>`);
  const form = button
    ? `\n<form method="post" action="${escapeHtml(button.action)}"><button${button.isQuiet ? ' data-quiet' : ''}>${escapeHtml(button.label)}</button></form>`
    : '';
  const html = `<!doctype html><html lang="${language}" dir="${directionOf(language)}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="robots" content="noindex"><title>${escapeHtml(title)}</title><style>${style}</style></head>
<body><main><p role="status">${text}</p>${form}</main></body></html>`;
  return { policy, html };
}

/** Returns the page on which a customer ends or begins mails. */
export function unsubscribePage(
  { address, isUnsubscribed }: MailWish,
  { token, acceptLanguage }: { token: string; acceptLanguage: string | undefined },
): Page {
  const language = detectLanguage('', acceptLanguage);
  const t = mailTexts(language);
  const [action, label] = isUnsubscribed ? ['resubscribe', t('resubscribe')] : ['unsubscribe', t('unsubscribe')];
  return choicePage({
    language,
    title: t('unsubscribe'),
    sentence: t(isUnsubscribed ? 'isOff' : 'isOn', { address: '\0' }),
    subject: masked(address),
    button: { label, action: `/api/mail/${action}?token=${encodeURIComponent(token)}`, isQuiet: isUnsubscribed },
  });
}
