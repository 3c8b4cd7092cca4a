/** The page behind a rating's link: the question, the scores and one button. No script, nothing of the customer's. */
import { createHash } from 'node:crypto';
import { ratingTexts } from '@parley/contracts/i18n/catalogues/ratings';
import {
  badReasons,
  goodReasons,
  ratingCommentMaxLength,
  type RatingReason,
  scores,
} from '@parley/contracts/ratings/limits';
import { escapeHtml } from '@parley/contracts/text/rich-html';
import type { Language } from '@parley/contracts/text/languages';
import type { RatingPage } from '@parley/core/ratings/rate';

const style = `
:root{color-scheme:light dark;--text:#1d1b19;--muted:#6b6560;--back:#f6f4f1;--card:#fff;--line:#8f8780;--ink:#1d1b19;--paper:#fff}
@media(prefers-color-scheme:dark){:root{--text:#f0ece7;--muted:#a8a099;--back:#161412;--card:#201e1b;--line:#7d756e;--ink:#f0ece7;--paper:#161412}}
*{box-sizing:border-box}
body{margin:0;min-height:100vh;display:grid;place-items:center;padding:16px;background:var(--back);color:var(--text);font:16px/1.5 system-ui,-apple-system,'Segoe UI',Roboto,sans-serif}
main{width:100%;max-width:460px;padding:24px;border-radius:12px;background:var(--card)}
h1{margin:0 0 16px;font-size:20px;line-height:1.3;overflow-wrap:anywhere;text-wrap:balance}
p{margin:0 0 16px}
fieldset{margin:0 0 20px;padding:0;border:0;min-width:0}
legend{padding:0;margin:0 0 8px;font-weight:600}
.scores,.reasons{display:flex;flex-wrap:wrap;gap:8px}
.scores label{flex:1}
label span{display:block;min-height:44px;padding:9px 14px;border:1px solid var(--line);border-radius:8px;text-align:center;cursor:pointer}
input[type=radio],input[type=checkbox]{position:absolute;opacity:0}
input:checked+span{background:var(--ink);border-color:var(--ink);color:var(--paper);font-weight:600}
input:focus-visible+span,button:focus-visible,textarea:focus-visible{outline:2px solid var(--ink);outline-offset:2px}
.ends{display:flex;justify-content:space-between;gap:16px;margin-top:6px;color:var(--muted);font-size:13px}
.ends :last-child{text-align:end}
.good,.bad{display:none}
main:has([name=score][data-good]:checked) .good,main:has([name=score]:not([data-good]):checked) .bad{display:block}
textarea{width:100%;min-height:96px;padding:10px;border:1px solid var(--line);border-radius:8px;background:none;color:inherit;font:inherit}
button{width:100%;min-height:44px;padding:10px 16px;border:0;border-radius:8px;background:var(--ink);color:var(--paper);font:inherit;font-weight:600;cursor:pointer}
`;
const styleHash = createHash('sha256').update(style).digest('base64');

/** Lets browsers do one thing with the page: send its form to us. */
const policy = `default-src 'none'; style-src 'sha256-${styleHash}'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'`;

const documentOf = (language: Language, title: string, content: string): { policy: string; html: string } => ({
  policy,
  html: `<!doctype html><html lang="${language}" dir="${language === 'ar' ? 'rtl' : 'ltr'}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="robots" content="noindex"><title>${escapeHtml(title)}</title><style>${style}</style></head>
<body><main>${content}</main></body></html>`,
});

/** Returns the page's document, and the policy to send it with. */
export function ratingPageOf(
  { question: { language, text }, score: given }: RatingPage,
  { token, chosen, isThanked }: { token: string; chosen: string | undefined; isThanked: boolean },
): { policy: string; html: string } {
  const t = ratingTexts(language);
  const checked = (score: number): string => (String(score) === (chosen ?? String(given)) ? ' checked' : '');
  const radios = scores
    .map(
      (score) =>
        `<label><input type="radio" name="score" value="${score}" required${score >= 4 ? ' data-good' : ''} aria-label="${escapeHtml(t('score', { score }))}"${checked(score)}><span>${score}</span></label>`,
    )
    .join('');
  const reasonsOf = (className: string, legend: string, reasons: readonly RatingReason[]): string =>
    `<fieldset class="${className}"><legend>${escapeHtml(legend)}</legend><div class="reasons">${reasons
      .map(
        (reason) =>
          `<label><input type="checkbox" name="reason" value="${reason}"><span>${escapeHtml(t(reason))}</span></label>`,
      )
      .join('')}</div></fieldset>`;
  return documentOf(
    language,
    text,
    `${isThanked ? `<p role="status">${escapeHtml(t('thanks'))}</p>` : ''}
<form method="post" action="/api/ratings/page?token=${encodeURIComponent(token)}">
<h1 dir="auto">${escapeHtml(text)}</h1>
<fieldset aria-label="${escapeHtml(text)}"><div class="scores">${radios}</div><div class="ends" aria-hidden="true"><span>${escapeHtml(t('worst'))}</span><span>${escapeHtml(t('best'))}</span></div></fieldset>
${reasonsOf('good', t('liked'), goodReasons)}${reasonsOf('bad', t('missed'), badReasons)}
<fieldset><label>${escapeHtml(t('comment'))}<textarea name="comment" maxlength="${ratingCommentMaxLength}" dir="auto"></textarea></label></fieldset>
<button>${escapeHtml(t('send'))}</button></form>`,
  );
}

/** Returns the page of a link that is none of ours, or is over: the two can't be told apart. */
export const overPage = (language: Language): { policy: string; html: string } =>
  documentOf(
    language,
    ratingTexts(language)('over'),
    `<p role="status">${escapeHtml(ratingTexts(language)('over'))}</p>`,
  );
