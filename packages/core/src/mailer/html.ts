/** The HTML half of our mails: one small table that every mail program shows alike; text is always escaped. */
import { escapeHtml, htmlOf } from '@parley/contracts/text/rich-html';
import { filesIn, readRichText, type RichTag, wordsOf } from '@parley/contracts/text/rich-text';

/** Line breaks kept; addresses of web pages made links. */
export function textAsHtml(text: string): string {
  return escapeHtml(text)
    .replaceAll(/\bhttps?:\/\/[^\s<>]+[^\s<>.,;:!?)]/g, (url) => `<a href="${url}">${url}</a>`)
    .replaceAll('\n', '<br>');
}

const code = 'background:#f1f3f4;border-radius:4px;font-family:ui-monospace,Menlo,Consolas,monospace;font-size:13px';
/** Mail programs know no style sheet. */
const styles: Partial<Record<RichTag, string>> = {
  p: 'margin:0 0 8px',
  ul: 'margin:0 0 8px;padding-inline-start:24px',
  ol: 'margin:0 0 8px;padding-inline-start:24px',
  blockquote: 'margin:0 0 8px;padding-inline-start:12px;border-inline-start:3px solid #dadce0;color:#5f6368',
  pre: `margin:0 0 8px;padding:8px 12px;white-space:pre-wrap;${code}`,
  code: `padding:1px 4px;${code}`,
};

function formattedHtml(markdown: string, files: readonly MailFile[] = []): string {
  const pictureOf = (file: string): string | undefined => files.filter(({ id }) => id === file).map(fileAsHtml)[0];
  const attributesOf = (tag: RichTag): string => (styles[tag] === undefined ? '' : ` style="${styles[tag]}"`);
  return `<div>${htmlOf(readRichText(markdown), { attributesOf, pictureOf })}</div>`;
}

/** File as a mail shows it. */
export interface MailFile {
  id: string;
  name: string;
  /** Alternative text. */
  alt: string | null;
  /** Picture attached to the mail and shown in place; width in pixels. */
  picture?: { cid: string; width: number };
  /** Link to a file that isn't in the mail, with a note and its expiry. */
  link?: { note: string; until: string; url: string };
}

export interface MailPart {
  /** Bold line above, such as author and time. */
  heading?: string;
  /** Text that it answers, shown above it as a quotation. */
  quoted?: string;
  /** May be empty where there are files. */
  text: string;
  /** The text with formatting, for the HTML half. */
  markdown?: string;
  files?: readonly MailFile[];
  table?: MailTable;
}

const font = "font:15px/1.5 -apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif;color:#1a1a1a";
const small = "font:12px/1.5 -apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif;color:#5f6368";

export interface MailTable {
  /** Head of each column; the first column names the rows. */
  heads: readonly string[];
  rows: readonly { cells: readonly string[]; isUncertain: boolean }[];
}

const cellStyle = (column: number): string =>
  `padding:6px 0;padding-inline-${column === 0 ? 'end' : 'start'}:16px;border-top:1px solid #dadce0;text-align:${column === 0 ? 'start' : 'end'};vertical-align:top`;

/** Figures of few values are grey. Each cell has its own direction, since names may run the other way. */
function tableHtml({ heads, rows }: MailTable): string {
  const headCells = heads.map(
    (head, column) =>
      `<th scope="col" class="small" style="${cellStyle(column)};border-top:0;${small};font-weight:400">${escapeHtml(head)}</th>`,
  );
  const lines = rows.map(({ cells, isUncertain }) => {
    const colour = isUncertain ? ';color:#80868b' : '';
    return `<tr>${cells
      .map((content, column) =>
        column === 0
          ? `<th scope="row" dir="auto" style="${cellStyle(column)};font-weight:400">${escapeHtml(content)}</th>`
          : `<td style="${cellStyle(column)}${colour};white-space:nowrap"><bdi>${escapeHtml(content)}</bdi></td>`,
      )
      .join('')}</tr>`;
  });
  return `<table class="text" cellpadding="0" cellspacing="0" style="${font};border-collapse:collapse;margin:8px 0 0"><thead><tr>${headCells.join('')}</tr></thead><tbody>${lines.join('')}</tbody></table>`;
}

/** Writes one line per row, each number after its head. */
const tableText = ({ heads, rows }: MailTable): string =>
  rows
    .map(({ cells: [name = '', ...numbers] }) => {
      const parts = numbers.flatMap((number, column) => (number === '' ? [] : [`${heads[column + 1]} ${number}`]));
      return `${name}: ${parts.join(' · ')}`;
    })
    .join('\n');

/** Parts that a mailbox adds around its mails. */
export interface MailTemplate {
  /** Content-ID of the picture above; null for none. */
  logo: string | null;
  /** `#rrggbb`, or empty. */
  colour: string;
  footer: string;
  /** Required text, as Markdown. */
  legalText: string;
}

/** Line at the end: a text, or a link by its words. */
export type MailFooter = { text: string } | { label: string; url: string };

export interface MailLayout {
  title: string;
  /** Above everything, small: where to write. */
  above?: string;
  parts: readonly MailPart[];
  button?: { label: string; url: string };
  /** Links side by side below the parts, such as the scores of a rating. */
  choices?: readonly { label: string; url: string }[];
  footer: readonly MailFooter[];
  template?: MailTemplate;
  /** Language of our words, which determines the direction. */
  language?: string;
}

const fileWords = ({ name, alt, link }: MailFile): string =>
  [`[${name}${alt === null ? '' : `: ${alt}`}]`, ...(link ? [`(${link.note})`] : [])].join(' ');

/** Marks each line as quoted, as mail programs do. */
const asQuotation = (text: string): string => text.replaceAll(/^/gm, '> ');

const widest = 560;

const rightToLeft = new Set(['ar', 'fa', 'he', 'ur']);

/** For mail programs that know style sheets and show a dark page. */
const inDark =
  '@media(prefers-color-scheme:dark){body{background:#1b1b1d!important}.text{color:#ececec!important}.small{color:#a8adb3!important}.text td,.text th{border-color:#3c4043!important}}';

function fileAsHtml(file: MailFile): string {
  const { name, alt, picture, link } = file;
  if (link) return `${escapeHtml(fileWords(file))}<br><a href="${escapeHtml(link.url)}">${escapeHtml(link.until)}</a>`;
  if (!picture) return escapeHtml(fileWords(file));
  const width = picture.width > 0 ? ` width="${Math.min(picture.width, widest)}"` : '';
  return `<img src="cid:${escapeHtml(picture.cid)}" alt="${escapeHtml(alt ?? name)}"${width} style="display:block;max-width:100%;height:auto;margin:8px 0">`;
}

/** Returns the files that the text doesn't show. */
function filesBelow({ markdown, files = [] }: MailPart): readonly MailFile[] {
  const placed = new Set(markdown === undefined ? [] : filesIn(readRichText(markdown)));
  return files.filter(({ id }) => !placed.has(id));
}

const fileAsText = (file: MailFile): string =>
  file.link ? `${fileWords(file)}\n${file.link.until}: ${file.link.url}` : fileWords(file);

const choiceHtml = ({ label, url }: { label: string; url: string }): string =>
  `<a class="text" href="${escapeHtml(url)}" style="display:inline-block;min-width:44px;padding:10px 12px;box-sizing:border-box;border:1px solid #9aa0a6;border-radius:8px;text-align:center;text-decoration:none;color:#1a1a1a">${escapeHtml(label)}</a>`;

/** The whole document. `dir="auto"` lets each part run in its own direction. */
export function mailHtml({
  title,
  above,
  parts,
  button,
  choices = [],
  footer,
  template,
  language,
}: MailLayout): string {
  const colour = /^#[\da-f]{6}$/i.test(template?.colour ?? '') ? template?.colour : undefined;
  const ends = [
    ...(template?.legalText ? [formattedHtml(template.legalText)] : []),
    ...(template?.footer ? [textAsHtml(template.footer)] : []),
    ...footer.map((line) =>
      'url' in line ? `<a href="${escapeHtml(line.url)}">${escapeHtml(line.label)}</a>` : textAsHtml(line.text),
    ),
  ];
  const block = (part: MailPart): string => {
    const { heading, quoted, text, markdown, files = [], table } = part;
    const lines = [
      ...(heading ? [`<strong>${escapeHtml(heading)}</strong>`] : []),
      ...(quoted ? [`<span style="color:#5f6368">${textAsHtml(asQuotation(quoted))}</span>`] : []),
      ...(text === '' && (files.length > 0 || table)
        ? []
        : [markdown === undefined ? textAsHtml(text) : formattedHtml(markdown, files)]),
      ...filesBelow(part).map(fileAsHtml),
    ];
    const below = table ? tableHtml(table) : '';
    return `<div dir="auto" class="text" style="${font};margin:0 0 16px">${lines.join('<br>')}${below}</div>`;
  };
  const root = language ? ` lang="${escapeHtml(language)}" dir="${rightToLeft.has(language) ? 'rtl' : 'ltr'}"` : '';
  return `<!doctype html><html${root}><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><title>${escapeHtml(title)}</title><style>${inDark}${colour ? `a{color:${colour}}` : ''}</style></head>
<body style="margin:0;padding:0;background:#ffffff"><table role="presentation" width="100%" cellpadding="0" cellspacing="0"${colour ? ` style="border-top:4px solid ${colour}"` : ''}><tr><td style="padding:20px;max-width:600px">
${template?.logo ? `<div style="margin:0 0 16px"><img src="cid:${escapeHtml(template.logo)}" alt="${escapeHtml(title)}" height="40" style="height:40px;max-width:240px"></div>` : ''}
${above ? `<div style="${small};margin:0 0 16px">${escapeHtml(above)}</div>` : ''}
${parts.map(block).join('\n')}
${choices.length > 0 ? `<div dir="auto" style="${font};margin:0 0 16px">${choices.map(choiceHtml).join(' ')}</div>` : ''}
${button ? `<div style="${font};margin:0 0 16px"><a href="${escapeHtml(button.url)}">${escapeHtml(button.label)}</a></div>` : ''}
${ends.map((html) => `<div dir="auto" class="small" style="${small};margin:0 0 8px">${html}</div>`).join('\n')}
</td></tr></table></body></html>`;
}

/** Returns the mail as plain text. */
export function mailText({ above, parts, button, choices = [], footer, template }: MailLayout): string {
  const ends = [
    ...(template?.legalText ? [wordsOf(readRichText(template.legalText))] : []),
    ...(template?.footer ? [template.footer] : []),
    ...footer.map((line) => ('url' in line ? `${line.label}: ${line.url}` : line.text)),
  ];
  return [
    ...(above ? [above] : []),
    ...parts.map((part) => {
      const { heading, quoted, text, files = [], table } = part;
      // A file that the text names in its place is only listed for its link.
      const below = filesBelow(part);
      return [
        ...(heading ? [heading] : []),
        ...(quoted ? [asQuotation(quoted)] : []),
        ...(text === '' && (files.length > 0 || table) ? [] : [text]),
        ...(table ? [tableText(table)] : []),
        ...files.filter((file) => file.link || below.includes(file)).map(fileAsText),
      ].join('\n');
    }),
    ...(choices.length > 0 ? [choices.map(({ label, url }) => `${label}: ${url}`).join('\n')] : []),
    ...(button ? [`${button.label}: ${button.url}`] : []),
    ...(ends.length > 0 ? [`-- \n${ends.join('\n')}`] : []),
  ].join('\n\n');
}
