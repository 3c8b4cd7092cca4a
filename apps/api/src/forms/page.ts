/** The page behind the link to a form: all of its questions and one button. No script, nothing of the customer's. */
import { createHash } from 'node:crypto';
import { formTexts } from '@parley/contracts/i18n/catalogues/forms';
import type { CheckedAnswers } from '@parley/contracts/forms/answers';
import type { AnswerValue, ShownField } from '@parley/contracts/forms/forms';
import { fieldTextMaxLength } from '@parley/contracts/forms/limits';
import { escapeHtml } from '@parley/contracts/text/rich-html';
import type { Language } from '@parley/contracts/text/languages';
import type { FormPage } from '@parley/core/messages/answer-form';
import { faultText } from '@parley/core/messages/response';
import type { Page } from '../mail/page.ts';

const style = `
:root{color-scheme:light dark;--text:#1d1b19;--muted:#6b6560;--back:#f6f4f1;--card:#fff;--line:#8f8780;--ink:#1d1b19;--paper:#fff;--wrong:#b3261e}
@media(prefers-color-scheme:dark){:root{--text:#f0ece7;--muted:#a8a099;--back:#161412;--card:#201e1b;--line:#7d756e;--ink:#f0ece7;--paper:#161412;--wrong:#ff9d94}}
*{box-sizing:border-box}
body{margin:0;min-height:100vh;display:grid;place-items:center;padding:16px;background:var(--back);color:var(--text);font:16px/1.5 system-ui,-apple-system,'Segoe UI',Roboto,sans-serif}
main{width:100%;max-width:520px;padding:24px;border-radius:12px;background:var(--card)}
h1{margin:0 0 20px;font-size:20px;line-height:1.3;overflow-wrap:anywhere;text-wrap:balance}
fieldset,.field{margin:0 0 20px;padding:0;border:0;min-width:0}
legend,.field>label:not(.option){display:block;padding:0;margin:0 0 6px;font-weight:600;overflow-wrap:anywhere}
small{color:var(--muted);font-weight:400;font-size:14px}
.help,.wrong{margin:0 0 6px;font-size:14px;color:var(--muted);overflow-wrap:anywhere}
.wrong{color:var(--wrong)}
input:not([type=radio],[type=checkbox]),textarea{width:100%;min-height:44px;padding:9px 12px;border:1px solid var(--line);border-radius:8px;background:none;color:inherit;font:inherit}
textarea{min-height:96px}
.option{display:flex;gap:10px;align-items:flex-start;padding:10px 0;overflow-wrap:anywhere}
.option input{flex:none;width:18px;height:18px;margin:3px 0;accent-color:var(--ink)}
:focus-visible{outline:2px solid var(--ink);outline-offset:2px}
button{width:100%;min-height:44px;padding:10px 16px;border:0;border-radius:8px;background:var(--ink);color:var(--paper);font:inherit;font-weight:600;cursor:pointer}
a{color:inherit}
`;
const styleHash = createHash('sha256').update(style).digest('base64');

/** Lets browsers do one thing with the page: send its form to us. */
const policy = `default-src 'none'; style-src 'sha256-${styleHash}'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'`;

const documentOf = (language: Language, title: string, content: string): Page => ({
  policy,
  html: `<!doctype html><html lang="${language}" dir="${language === 'ar' ? 'rtl' : 'ltr'}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="robots" content="noindex"><title>${escapeHtml(title)}</title><style>${style}</style></head>
<body><main>${content}</main></body></html>`,
});

/** Answers that the page shows again because they were refused, with their faults. */
export interface Filled {
  token: string;
  values: ReadonlyMap<string, AnswerValue>;
  faults: CheckedAnswers['faults'];
}

/** Returns the page's document, and the policy to send it with. */
export function formPageOf({ form, language }: FormPage, { token, values, faults }: Filled): Page {
  const t = formTexts(language);
  const fields = form.fields
    // A page without a script can't hide what isn't asked: it shows those fields without requiring them.
    .filter(({ kind }) => kind !== 'file')
    .map((field) =>
      fieldHtml(
        field,
        language,
        values.get(field.id),
        faults.find((each) => each.field.id === field.id),
      ),
    );
  return documentOf(
    language,
    form.title,
    `<form method="post" action="/api/forms/page?token=${encodeURIComponent(token)}"><h1 dir="auto">${escapeHtml(form.title)}</h1>
${fields.join('\n')}<button>${escapeHtml(t('send'))}</button></form>`,
  );
}

const types: Partial<Record<ShownField['kind'], string>> = { email: 'email', phone: 'tel', date: 'date' };

function fieldHtml(
  field: ShownField,
  language: Language,
  value: AnswerValue | undefined,
  wrong: Filled['faults'][number] | undefined,
): string {
  const t = formTexts(language);
  const { id, kind, options = [], isRequired, showIf, help, url } = field;
  const isAlwaysRequired = isRequired && !showIf;
  const label = `${escapeHtml(field.label)}${isAlwaysRequired ? '' : ` <small>(${escapeHtml(t('optional'))})</small>`}`;
  const about = `${help ? `<p class="help" dir="auto" id="${id}-help">${escapeHtml(help)}</p>` : ''}${wrong ? `<p class="wrong" role="alert" id="${id}-wrong">${escapeHtml(faultText(wrong.fault, language))}</p>` : ''}`;
  const described = [help && `${id}-help`, wrong && `${id}-wrong`].filter(Boolean).join(' ');
  const attributes = `name="${id}"${isAlwaysRequired ? ' required' : ''}${described ? ` aria-describedby="${described}"` : ''}${wrong ? ' aria-invalid="true"' : ''}`;
  if (kind === 'consent') {
    const link = url
      ? ` <a href="${escapeHtml(url)}" target="_blank" rel="noopener noreferrer">${escapeHtml(t('about'))}</a>`
      : '';
    return `<div class="field">${about}<label class="option"><input type="checkbox" value="1" ${attributes}${value ? ' checked' : ''}><span dir="auto">${label}</span></label>${link}</div>`;
  }
  if (kind === 'choice' || kind === 'choices' || kind === 'team') {
    const type = kind === 'choices' ? 'checkbox' : 'radio';
    const chosen = [value].flat();
    const own = kind === 'choices' ? `name="${id}"` : attributes;
    const inputs = options.map(
      (option) =>
        `<label class="option"><input type="${type}" value="${escapeHtml(option.id)}" ${own}${chosen.includes(option.id) ? ' checked' : ''}><span dir="auto">${escapeHtml(option.label)}</span></label>`,
    );
    return `<fieldset><legend dir="auto">${label}</legend>${about}${inputs.join('')}</fieldset>`;
  }
  const text = escapeHtml(value === undefined ? '' : String(value));
  const limit = ` maxlength="${fieldTextMaxLength}"`;
  const input =
    kind === 'long_text'
      ? `<textarea id="${id}" ${attributes}${limit} dir="auto">${text}</textarea>`
      : `<input id="${id}" type="${types[kind] ?? 'text'}" ${attributes}${kind === 'number' ? ' inputmode="decimal"' : ''}${kind === 'date' ? '' : limit} value="${text}" dir="auto">`;
  return `<div class="field"><label for="${id}" dir="auto">${label}</label>${about}${input}</div>`;
}

/** Returns the page after the form was sent. */
export function sentPage(language: Language): Page {
  const thanks = formTexts(language)('thanks');
  return documentOf(language, thanks, `<p role="status">${escapeHtml(thanks)}</p>`);
}

/** Returns the page of a link that is none of ours, or is over: the two can't be told apart. */
export function overPage(language: Language): Page {
  const over = formTexts(language)('over');
  return documentOf(language, over, `<p role="status">${escapeHtml(over)}</p>`);
}
