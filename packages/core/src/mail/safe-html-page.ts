/** The page that shows the HTML of a mail, once `safe-html.ts` has made it safe. */
import { createHash } from 'node:crypto';

/** How a picture on another server begins in stored HTML. */
export const remotePicture = ' data-src="http';

const remotePictures = / data-src="(https?:[^"]*)"/g;

/** Returns the number of pictures on other servers. */
export const countRemotePictures = (html: string): number => html.split(remotePicture).length - 1;

/** Shows the pictures of other servers from these addresses of ours; null leaves one out. */
export const withRemotePictures = (html: string, addressOf: (url: string) => string | null): string =>
  html.replaceAll(remotePictures, (given, escaped: string) => {
    const address = addressOf(escaped.replaceAll('&amp;', '&'));
    return address === null ? given : ` src="${address.replaceAll('&', '&amp;')}"`;
  });

/** Marks where the quoted mail begins: `block` is all of it, `rest` has it behind. */
export const quoteMark = 'data-quote';

/** Names the picture by its Content-ID until the mail's files are stored, then by the id of the file. */
export const pictureOfMail = 'data-file';

const picturesOfMail = new RegExp(`<img\\b[^>]* ${pictureOfMail}="([^">]*)"[^>]*>`, 'g');

/** Names the mail's own pictures by the ids of their files. One that isn't stored leaves its alternative text. */
export const withFileIds = (html: string, files: ReadonlyMap<string, string>): string =>
  html.replaceAll(picturesOfMail, (picture, contentId: string) => {
    const id = files.get(contentId);
    if (id) return picture.replace(` ${pictureOfMail}="${contentId}"`, ` ${pictureOfMail}="${id}"`);
    return / alt="[^"]/.test(picture) ? picture.replace(` ${pictureOfMail}="${contentId}"`, '') : '';
  });

/** Returns the ids of the files that the HTML shows as pictures. */
export const fileIdsIn = (html: string): string[] => [...html.matchAll(picturesOfMail)].map(([, id = '']) => id);

/** Shows the mail's own pictures from these addresses, by the ids of their files. */
export const withFiles = (html: string, addresses: ReadonlyMap<string, string>): string =>
  html.replaceAll(picturesOfMail, (picture, id: string) => {
    const address = addresses.get(id);
    return address ? picture.replace(` ${pictureOfMail}="${id}"`, ` src="${address}"`) : picture;
  });

const unshownPictures = /<img\b(?![^>]* src=)[^>]*>/g;

/** Shows the alternative text of a picture that isn't loaded, in a frame; browsers would show a broken one. */
const withAlternatives = (html: string): string =>
  html.replaceAll(unshownPictures, (picture) => {
    const [, alternative = ''] = / alt="([^"]*)"/.exec(picture) ?? [];
    return alternative.trim() ? `<span data-picture>${alternative}</span>` : '';
  });

/**
 * The only script of the page. It reports the height of the email to the dashboard: the page has no origin, so that the
 * dashboard can't measure it. Browsers draw nothing in a frame that isn't visible yet, so the observer is silent there.
 */
const heightScript =
  "const r=()=>parent.postMessage({emailHeight:Math.ceil(document.documentElement.getBoundingClientRect().height)},'*');document.addEventListener('DOMContentLoaded',r);addEventListener('load',r);new ResizeObserver(r).observe(document.documentElement)";

/**
 * The `Content-Security-Policy` of the page that shows such HTML. Its sandbox has an opaque origin, so no cookies. The
 * hash admits our script alone. Pictures come from us, those of other servers too.
 */
export const safeHtmlPolicy = `default-src 'none'; script-src 'sha256-${createHash('sha256').update(heightScript).digest('base64')}'; style-src 'unsafe-inline'; img-src 'self' data:; form-action 'none'; base-uri 'none'; frame-ancestors 'self'; sandbox allow-scripts allow-popups allow-popups-to-escape-sandbox`;

const pageStyle =
  'html{overflow-y:hidden}body{margin:16px;font:15px/1.5 system-ui,sans-serif;color:#1a1a1a;background:#fff;overflow-wrap:anywhere}img{max-width:100%;height:auto}[data-picture]{display:inline-block;padding:0 .4em;border:1px dashed #9aa0a6;border-radius:4px;color:#5f6368}table{max-width:100%}pre{white-space:pre-wrap}blockquote{margin-inline:0;padding-inline-start:12px;border-inline-start:3px solid #d0d7de}@media(max-width:640px){table,td,th,div{max-width:100%!important;min-width:0!important}table[width],td[width]{width:auto}}';
const inThread = `body{margin:12px;font-size:14px}[${quoteMark}],[${quoteMark}=rest]~*{display:none}`;
/** Turns bright into dark and keeps hues; pictures are turned back. */
const inDark =
  'html{background:#fff;filter:invert(.9) hue-rotate(180deg)}img[src]{filter:invert(1) hue-rotate(180deg)}';

export interface PageOptions {
  /** Shown in the thread, without the quoted mail. */
  isFolded?: boolean;
  /** Emails are written for white paper: in dark mode the thread turns them around. */
  isDark?: boolean;
}

/** The whole page. */
export const safeHtmlPage = (html: string, { isFolded = false, isDark = false }: PageOptions = {}): string =>
  `<!doctype html><html dir="auto"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light"><title>Email</title><style>${pageStyle}${isFolded ? inThread : ''}${isDark ? inDark : ''}</style><script>${heightScript}</script></head><body>${withAlternatives(html)}</body></html>`;
