/** Hostile HTML of mails, as shown to the team. */
import { parseHTML } from 'linkedom';
import { describe, expect, test } from 'vitest';
import { htmlAttacks } from '../../src/mail/testing.ts';
import { htmlMaxLength, safeHtml } from '../../src/mail/safe-html.ts';
import {
  fileIdsIn,
  safeHtmlPage,
  safeHtmlPolicy,
  withFileIds,
  withFiles,
  withRemotePictures,
} from '../../src/mail/safe-html-page.ts';

const safe = (html: string): string => safeHtml(html)?.html ?? '';

/** Attributes that may be in what is left; each but `href`, `src`, `data-src` and `style` is only text. */
const harmless =
  /^(?:style|dir|lang|align|valign|bgcolor|color|width|height|title|href|target|rel|face|size|alt|src|data-src|data-file|start|type|border|cellpadding|cellspacing|colspan|rowspan)$/;
const dangerousElements =
  'script,style,link,meta,base,iframe,frame,object,embed,form,input,button,textarea,select,svg,math,template,video,audio,noscript,title,xmp,plaintext';

/** Reads the page as a parser does that has not made it, and names everything in the mail that could act. */
function findings(html: string): string[] {
  const { document } = parseHTML(safeHtmlPage(safe(html)));
  const elements = [...document.querySelectorAll('body *')];
  return elements.flatMap((element) => [
    ...(element.matches(dangerousElements) ? [element.tagName] : []),
    ...[...element.attributes].flatMap(({ name, value }) => {
      if (!harmless.test(name)) return [`${name}=${value}`];
      if (name === 'href' && !/^(?:https?|mailto|tel):/i.test(value)) return [`href=${value}`];
      if (name === 'src' && !/^data:image\/(?:png|jpeg|gif|webp);base64,/.test(value)) return [`src=${value}`];
      if (name === 'style' && /url|expression|import|@|position|behavior|javascript|\\/i.test(value)) return [value];
      return [];
    }),
  ]);
}

test.each(Object.entries(htmlAttacks))('HTML with %s leaves nothing that acts', (_name, html) => {
  expect(findings(html)).toEqual([]);
});

test('sanitised HTML stays as it is when it is sanitised again', () => {
  for (const html of Object.values(htmlAttacks)) expect(safe(safe(html))).toBe(safe(html));
});

test('a tree of any depth, an attribute of any length and a text of any size are read in time', () => {
  const started = performance.now();
  for (const html of [
    '<div>'.repeat(200_000),
    `${'<b><i>'.repeat(50_000)}Hi${'</b></i>'.repeat(50_000)}`,
    `<p style="${'color:red;'.repeat(50_000)}">Hi</p>`,
    `<a href="${'https://a.example/'.repeat(30_000)}">Hi</a>`,
    `${'<table><tr><td>'.repeat(20_000)}Hi`,
    '<p title="'.repeat(50_000),
    '&lt;'.repeat(200_000),
    `<img src="data:image/png;base64,${'A'.repeat(400_000)}" alt=x>`,
  ]) {
    expect((safeHtml(html)?.html ?? '').length).toBeLessThanOrEqual(2 * htmlMaxLength + 100);
  }
  expect(performance.now() - started).toBeLessThan(20_000);
});

test('more HTML than is kept is cut with a mark, without half an element', () => {
  const cut = safeHtml('<p>A line of the mail.</p>'.repeat(40_000));
  expect(cut?.isCut).toBe(true);
  expect(cut?.html.endsWith('<p>…</p>')).toBe(true);
  expect(safeHtml('<p>Short</p>')).toEqual({ html: '<p>Short</p>', hasRemotePictures: false, isCut: false });
});

test('words, tables, colours and links stay, and links open elsewhere without a word of where they were', () => {
  const html = safe(
    '<table width="600" bgcolor="#eeeeee"><tr><td style="padding:8px 4px;color:#ff0000;font-weight:bold" align="center">Order <b>42</b></td></tr></table><a href="https://shop.example/x?a=1&amp;b=2">Pay</a>',
  );
  expect(html).toBe(
    '<table width="600" bgcolor="#eeeeee"><tr><td style="padding:8px 4px;color:#ff0000;font-weight:bold" align="center">Order <b>42</b></td></tr></table><a href="https://shop.example/x?a=1&amp;b=2" target="_blank" rel="noopener noreferrer nofollow">Pay</a>',
  );
});

describe('pictures of other servers', () => {
  const mail =
    '<p>Hi</p><img src="https://shop.example/logo.png" width="200" alt="Logo"><img src="https://t.example/open?id=7" width=1 height=1>';

  test('they are not loaded, and one that only counts readers is left out', () => {
    expect(safeHtml(mail)).toMatchObject({ hasRemotePictures: true });
    expect(safe(mail)).not.toMatch(/\ssrc=|t\.example/);
    expect(safeHtmlPolicy(false)).toContain("img-src 'self' data:;");
  });

  test('they are loaded when asked for', () => {
    expect(withRemotePictures(safe(mail))).toContain(' src="https://shop.example/logo.png"');
    expect(safeHtmlPolicy(true)).toContain("img-src 'self' data: https: http:;");
  });
});

describe('pictures of the email itself', () => {
  const mail =
    '<p>Look:</p><img src="cid:plate@x" alt="The plate" width="200"><img src="CID:logo@x"><img src="cid:lost@x" alt="Lost"><img data-file="0192" alt="Given">';
  const files = new Map([['plate@x', 'f1']]);

  test('they are named by their files, and one without a file leaves its alternative text', () => {
    const html = withFileIds(safe(mail), files);
    expect(html).toBe(
      '<p>Look:</p><img alt="The plate" width="200" data-file="f1" /><img alt="Lost" /><img alt="Given" />',
    );
    expect(fileIdsIn(html)).toEqual(['f1']);
  });

  test('they are shown from the address of their file, and by their alternative text without one', () => {
    const html = withFileIds(safe(mail), files);
    expect(withFiles(html, new Map([['f1', '/api/files/f1/large?link=x']]))).toContain(
      '<img alt="The plate" width="200" src="/api/files/f1/large?link=x" />',
    );
    expect(withFiles(html, new Map())).toBe(html);
  });

  test('they can’t be named by text, or with characters of HTML', () => {
    const html = safe('<p>&lt;img data-file="f1"&gt; <img data-file="f1"></p><img src="cid:a&quot;b" alt=x>');
    expect(html).not.toMatch(/<img[^>]*data-file/);
    expect(fileIdsIn(html)).toEqual([]);
  });
});

test('the page has no origin, no scripts, no forms, and is framed by the dashboard alone', () => {
  for (const policy of [safeHtmlPolicy(false), safeHtmlPolicy(true)]) {
    expect(policy).toMatch(/default-src 'none'.*form-action 'none'; base-uri 'none'; frame-ancestors 'self'; sandbox /);
    expect(policy).not.toMatch(/allow-scripts|allow-same-origin|allow-forms|script-src/);
  }
});

test('HTML in which there is nothing to see is none', () => {
  expect(safeHtml('<html><head><style>p{}</style></head><body><div><br></div></body></html>')).toBeNull();
});
