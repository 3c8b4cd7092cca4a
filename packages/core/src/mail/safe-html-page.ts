/** The page that shows the HTML of a mail, once `safe-html.ts` has made it safe. */

/** How a picture on another server begins in stored HTML. */
export const remotePicture = ' data-src="http';

/** Has the pictures loaded, too, that are on other servers. */
export const withRemotePictures = (html: string): string => html.replaceAll(remotePicture, ' src="http');

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

/**
 * Returns the `Content-Security-Policy` of the page that shows such HTML. Its sandbox has an opaque origin, so no
 * cookies.
 */
export const safeHtmlPolicy = (withPictures: boolean): string =>
  `default-src 'none'; style-src 'unsafe-inline'; img-src 'self' data:${withPictures ? ' https: http:' : ''}; form-action 'none'; base-uri 'none'; frame-ancestors 'self'; sandbox allow-popups allow-popups-to-escape-sandbox`;

const pageStyle =
  'body{margin:16px;font:15px/1.5 system-ui,sans-serif;color:#1a1a1a;background:#fff;overflow-wrap:anywhere}img{max-width:100%;height:auto}table{max-width:100%}pre{white-space:pre-wrap}blockquote{margin-inline:0;padding-inline-start:12px;border-inline-start:3px solid #d0d7de}';

/** The whole page. Mails are written for white paper, so it is light in dark mode, too. */
export const safeHtmlPage = (html: string): string =>
  `<!doctype html><html dir="auto"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light"><title>Email</title><style>${pageStyle}</style></head><body>${html}</body></html>`;
