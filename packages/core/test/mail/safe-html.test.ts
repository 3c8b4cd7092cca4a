/** Hostile HTML of mails, as shown to the team. */
import { createHash } from 'node:crypto';
import { parseHTML } from 'linkedom';
import { describe, expect, test } from 'vitest';
import { htmlAttacks } from '../../src/mail/testing.ts';
import { htmlMaxLength, safeHtml, threadHtml } from '../../src/mail/safe-html.ts';
import {
  countRemotePictures,
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
  /^(?:style|dir|lang|align|valign|bgcolor|color|width|height|title|href|target|rel|face|size|alt|src|data-src|data-file|start|type|border|cellpadding|cellspacing|colspan|rowspan|data-quote|data-picture)$/;
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
  expect(safeHtml('<p>Short</p>')).toEqual({
    html: '<p>Short</p>',
    hasRemotePictures: false,
    trackingPixels: 0,
    isCut: false,
  });
});

test('words, tables, colours and links stay, and links open elsewhere without a word of where they were', () => {
  const html = safe(
    '<table width="600" bgcolor="#eeeeee"><tr><td style="padding:8px 4px;color:#ff0000;font-weight:bold" align="center">Order <b>42</b></td></tr></table><a href="https://shop.example/x?a=1&amp;b=2">Pay</a>',
  );
  expect(html).toBe(
    '<table width="600" bgcolor="#eeeeee"><tr><td style="padding:8px 4px;color:#ff0000;font-weight:bold" align="center">Order <b>42</b></td></tr></table><a href="https://shop.example/x?a=1&amp;b=2" title="shop.example/x" target="_blank" rel="noopener noreferrer nofollow">Pay</a>',
  );
});

describe('pictures of other servers', () => {
  const mail =
    '<p>Hi</p><img src="https://shop.example/logo.png" width="200" alt="Logo"><img src="https://t.example/open?id=7" width=1 height=1>';

  test('they are not loaded, and one that only counts readers is left out', () => {
    expect(safeHtml(mail)).toMatchObject({ hasRemotePictures: true, trackingPixels: 1 });
    expect(countRemotePictures(safe(mail))).toBe(1);
    expect(safe(mail)).not.toMatch(/\ssrc=|t\.example/);
    expect(safeHtmlPolicy).toContain("img-src 'self' data:;");
  });

  test('they are shown from addresses of ours when asked for, and one without an address is not', () => {
    const two = safe('<img src="https://a.example/1?x=1&amp;y=2" alt="One"><img src="http://b.example/2" alt="Two">');
    const given: string[] = [];
    const shown = withRemotePictures(two, (url) => {
      given.push(url);
      return url.startsWith('https') ? '/api/p?a=1&b=2' : null;
    });
    expect(given).toEqual(['https://a.example/1?x=1&y=2', 'http://b.example/2']);
    expect(shown).toBe('<img alt="One" src="/api/p?a=1&amp;b=2" /><img alt="Two" data-src="http://b.example/2" />');
  });
});

describe('links', () => {
  test('letters that only look alike show the name of the host as the network sees it', () => {
    const html = safe('<a href="https://раypal.com/x" title="paypal.com">paypal.com</a>');
    expect(html).toContain('href="https://xn--ypal-43d9g.com/x" title="xn--ypal-43d9g.com/x"');
    expect(html).not.toContain('title="paypal.com"');
  });

  test('one without a host, or with another scheme, is only text', () => {
    for (const href of ['https://', '\u0001javascript:alert(1)', 'data:text/html,x', 'HTTPS:', 'blob:x', '//a.example'])
      expect(safe(`<a href="${href}">Hi</a>`)).toBe('<a>Hi</a>');
  });
});

describe('the quoted mail', () => {
  const page = (html: string, written: string) => threadHtml(html, written)?.html ?? '';

  test.each([
    ['Gmail', '<div>Yes <b>please</b></div><div class="gmail_quote gmail_quote_container">Old</div>', 'block'],
    ['Apple Mail', '<div>Yes <b>please</b></div><blockquote type="cite">Old</blockquote>', 'block'],
    ['Outlook', '<div>Yes <b>please</b></div><div id="divRplyFwdMsg">From: us</div><div>Old</div>', 'rest'],
  ])('that of %s is marked, so that the thread folds it', (_program, html, mark) => {
    expect(page(html, 'Yes please')).toContain(` data-quote="${mark}"`);
    expect(threadHtml(html, 'Yes please')?.isRich).toBe(true);
  });

  test('what was written between its lines keeps it whole', () => {
    const html =
      '<div>See below</div><blockquote type="cite">Colour?<div>Blue, if you still have it</div></blockquote>';
    expect(page(html, 'See below\nBlue, if you still have it')).not.toContain('data-quote');
  });

  test('a mark of the sender’s own is left out', () => {
    expect(page('<p data-quote="block">Hi</p>', 'Hi')).toBe('<p>Hi</p>');
  });

  test('text alone, without tables, pictures or formatting, is shown as text', () => {
    expect(threadHtml('<div dir="ltr">Yes<br>please</div>', 'Yes please')?.isRich).toBe(false);
    expect(
      threadHtml('<div>Yes</div><div class="gmail_quote"><img src="https://a.example/x" alt="x">Old</div>', 'Yes')
        ?.isRich,
    ).toBe(false);
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

test('the page has no origin, no forms and no scripts but ours, and is framed by the dashboard alone', () => {
  expect(safeHtmlPolicy).toMatch(
    /default-src 'none'.*form-action 'none'; base-uri 'none'; frame-ancestors 'self'; sandbox /,
  );
  expect(safeHtmlPolicy).not.toMatch(/allow-same-origin|allow-forms|allow-top-navigation|https?:/);
  const [script = ''] = /(?<=<script>).*(?=<\/script>)/.exec(safeHtmlPage('<p>Hi</p>')) ?? [];
  const hash = createHash('sha256').update(script).digest('base64');
  expect(safeHtmlPolicy).toContain(`script-src 'sha256-${hash}';`);
});

test('the page is folded and dark where the thread wants it to be', () => {
  expect(safeHtmlPage('<p>Hi</p>')).not.toMatch(/display:none|invert/);
  expect(safeHtmlPage('<p>Hi</p>', { isFolded: true })).toContain('[data-quote]');
  expect(safeHtmlPage('<p>Hi</p>', { isDark: true })).toContain('invert');
});

test('HTML in which there is nothing to see is none', () => {
  expect(safeHtml('<html><head><style>p{}</style></head><body><div><br></div></body></html>')).toBeNull();
});
