/** The HTML half of our mails: one small table that every mail program shows alike; text is always escaped. */

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
export const escapeHtml = (text: string): string => text.replaceAll(/[&<>"']/g, (sign) => entities[sign] ?? sign);

/** Line breaks kept; addresses of web pages made links. */
export function textAsHtml(text: string): string {
  return escapeHtml(text)
    .replaceAll(/\bhttps?:\/\/[^\s<>]+[^\s<>.,;:!?)]/g, (url) => `<a href="${url}">${url}</a>`)
    .replaceAll('\n', '<br>');
}

export interface MailPart {
  /** Bold line above, such as who wrote and when. */
  heading?: string;
  text: string;
}

export interface MailLayout {
  title: string;
  /** Above everything, small: where to write. */
  above?: string;
  parts: readonly MailPart[];
  button?: { label: string; url: string };
  footer: readonly MailPart[];
}

const font = "font:15px/1.5 -apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif;color:#1a1a1a";
const small = "font:12px/1.5 -apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif;color:#5f6368";

/** The whole document. `dir="auto"` lets each part run in its own direction. */
export function mailHtml({ title, above, parts, button, footer }: MailLayout): string {
  const block = ({ heading, text }: MailPart): string =>
    `<div dir="auto" style="${font};margin:0 0 16px">${heading ? `<strong>${escapeHtml(heading)}</strong><br>` : ''}${textAsHtml(text)}</div>`;
  return `<!doctype html><html><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(title)}</title></head>
<body style="margin:0;padding:0;background:#ffffff"><table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr><td style="padding:20px;max-width:600px">
${above ? `<div style="${small};margin:0 0 16px">${escapeHtml(above)}</div>` : ''}
${parts.map(block).join('\n')}
${button ? `<div style="${font};margin:0 0 16px"><a href="${escapeHtml(button.url)}">${escapeHtml(button.label)}</a></div>` : ''}
${footer.map(({ text }) => `<div dir="auto" style="${small}">${textAsHtml(text)}</div>`).join('\n')}
</td></tr></table></body></html>`;
}

/** The same as plain text. */
export function mailText({ above, parts, button, footer }: MailLayout): string {
  return [
    ...(above ? [above] : []),
    ...parts.map(({ heading, text }) => (heading ? `${heading}\n${text}` : text)),
    ...(button ? [`${button.label}: ${button.url}`] : []),
    ...(footer.length > 0 ? [`-- \n${footer.map(({ text }) => text).join('\n')}`] : []),
  ].join('\n\n');
}
