import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isFormatted, plainText, plainTextOf } from '../src/text/plain-text.ts';
import { escapeHtml, htmlOf } from '../src/text/rich-html.ts';
import { filesIn, readRichText, type RichNode, richTags, wordsOf } from '../src/text/rich-text.ts';
import { writeRichText } from '../src/text/write-rich-text.ts';

const html = (markdown: string): string => htmlOf(readRichText(markdown));

describe('formatted text', () => {
  it('has bold, italic, struck and code words, one within the other', () => {
    expect(html('**a** *b* _c_ ~~d~~ `e*f*` **g *h***')).toBe(
      '<p><strong>a</strong> <em>b</em> <em>c</em> <s>d</s> <code>e*f*</code> <strong>g <em>h</em></strong></p>',
    );
    expect(html('***a*** *a***b** **a***b* **你好。**世界')).toBe(
      '<p><strong><em>a</em></strong> <em>a</em><strong>b</strong> <strong>a</strong><em>b</em> <strong>你好。</strong>世界</p>',
    );
  });

  it('has lists within lists, quotations and blocks of code, and keeps line breaks', () => {
    expect(html('Steps:\n- one\n- two\n  1. a\n  2. b\n\n> said\n> so\n\n```js\n<b>\n\n  x\n```\nend\nlast')).toBe(
      '<p>Steps:</p><ul><li>one</li><li>two<ol><li>a</li><li>b</li></ol></li></ul>' +
        '<blockquote><p>said<br>so</p></blockquote><pre><code>&lt;b&gt;\n\n  x</code></pre><p>end<br>last</p>',
    );
    expect(html('3. c\n4. d')).toBe('<ol start="3"><li>c</li><li>d</li></ol>');
  });

  it('shows files of its message between its words, names them in its plain form, and is written again as it was read', () => {
    const text =
      'Press here:\n![shot \\[1\\].png](file:0199a000-0000-7000-8000-0000000000f1)\n- ![](file:f2) **then** ![two](file:f3)';
    const nodes = readRichText(text);
    expect(filesIn(nodes)).toEqual(['0199a000-0000-7000-8000-0000000000f1', 'f2', 'f3']);
    expect(plainTextOf(nodes)).toBe('Press here:\n[shot [1].png]\n\n-  then [two]');
    expect(plainText('Like this:![plate.png](file:f1)Keep it.')).toBe('Like this:\n[plate.png]\nKeep it.');
    expect(isFormatted(readRichText('![a](file:f1)'))).toBe(true);
    expect(readRichText(writeRichText(nodes))).toEqual(nodes);
    expect(htmlOf(nodes, { pictureOf: (file) => (file === 'f3' ? '<img src="cid:f3">' : undefined) })).toBe(
      '<p>Press here:<br>shot [1].png</p><ul><li> <strong>then</strong> <img src="cid:f3"></li></ul>',
    );
  });

  it('shows no picture from anywhere else', () => {
    for (const address of [
      'https://a.example/x.png',
      'file:///etc/passwd',
      'file:../x',
      'data:image/png;base64,AA',
      'file:',
    ])
      expect(html(`![x](${address})`)).not.toContain('<img');
    expect(filesIn(readRichText('![x](file:f1)', { isArticle: true }))).toEqual([]);
  });

  it('leaves arithmetic, names with underscores, paths and lone signs as they are', () => {
    for (const text of [
      '2 * 3 * 4',
      'snake_case_names',
      'C:\\Users\\ada',
      '**',
      'a ~ b ~ c',
      '[x] done',
      '`',
      '1.5',
      '-5',
    ]) {
      expect(wordsOf(readRichText(text))).toBe(text);
      expect(isFormatted(readRichText(text))).toBe(false);
    }
    expect(html('In May\n2024. Then')).toBe('<p>In May<br>2024. Then</p>');
  });

  it('shows markup as text', () => {
    expect(html('<script>alert(1)</script> <img src=x onerror=y>')).toBe(
      '<p>&lt;script&gt;alert(1)&lt;/script&gt; &lt;img src=x onerror=y&gt;</p>',
    );
    expect(html('&lt;b&gt; \\*a\\*')).toBe('<p>&amp;lt;b&amp;gt; *a*</p>');
  });

  it('links to the web, to mail and to telephones alone', () => {
    expect(html('[shop](https://shop.example/a_(b)) [mail](mailto:a@b.example) [call](tel:+49123)')).toBe(
      '<p><a href="https://shop.example/a_(b)">shop</a> <a href="mailto:a@b.example">mail</a> <a href="tel:+49123">call</a></p>',
    );
    for (const href of [
      'javascript:alert(1)',
      'JaVaScRiPt:alert(1)',
      'data:text/html,x',
      'vbscript:x',
      'file:///etc/passwd',
      '//evil.example',
      '/relative',
      'https://bank.example@evil.example',
      'https://evil.example/\u202Egnp.exe',
      'https:/\\evil.example',
      'https://',
      'http://a.example/"onclick="x',
    ]) {
      const links = html(`[a](${href}) <${href}>`).match(/href="[^"]*"/g) ?? [];
      expect(links.filter((each) => !/^href="https?:\/\/[ab]\.example\/"$/.test(each))).toEqual([]);
    }
  });

  it('makes addresses links, with the punctuation behind them left out', () => {
    expect(html('See https://a.example/b_c_d?x=1*2, or www.b.example. Write to ada_b@c.example!')).toBe(
      '<p>See <a href="https://a.example/b_c_d?x=1">https://a.example/b_c_d?x=1</a>*2, or ' +
        '<a href="https://www.b.example">www.b.example</a>. Write to <a href="mailto:ada_b@c.example">ada_b@c.example</a>!</p>',
    );
    expect(html('<https://a.example/b*c*d>')).toContain('href="https://a.example/b*c*d"');
  });

  it('shows where a link leads that reads as another address', () => {
    expect(html('[https://bank.example](https://evil.example/x)')).toBe(
      '<p>https://bank.example (https://evil.example/x)</p>',
    );
    expect(html('[www.bank.example/login](https://bank.example/y)')).toContain('<a href="https://bank.example/y">');
    expect(html('[a [b](https://b.example) c](https://c.example)')).toBe(
      '<p>[a <a href="https://b.example">b</a> c](<a href="https://c.example">https://c.example</a>)</p>',
    );
  });

  it('has a plain form that reads well', () => {
    expect(
      plainText(
        '**Hi** *you*\n\n- a\n- `b`\n  1. c\n\n> q\n\n[here](https://x.example) <https://y.example> [z](mailto:z@z.example)',
      ),
    ).toBe('Hi you\n\n- a\n- b\n  1. c\n\n> q\n\nhere (https://x.example) https://y.example z (z@z.example)');
  });

  it('reads back what was written from any tree', () => {
    fc.assert(
      fc.property(blocks, (nodes) => {
        const written = writeRichText(nodes);
        const again = readRichText(written);
        expect(plainTextOf(again)).toBe(plainTextOf(readRichText(writeRichText(again))));
        expect(words(again)).toBe(words(nodes));
      }),
      { numRuns: 500 },
    );
  });

  it('gives plain text back, whatever its characters, once it is written as formatted text', () => {
    fc.assert(
      fc.property(line, (text) => {
        const written = writeRichText([{ tag: 'p', children: [text] }]);
        expect(isFormatted(readRichText(written))).toBe(false);
        expect(plainText(written)).toBe(text.trim());
      }),
      { numRuns: 1000 },
    );
  });

  it('gives known elements with safe addresses alone, whatever the text', () => {
    fc.assert(
      fc.property(hostile, fc.boolean(), (text, isArticle) => {
        const wrong: unknown[] = [];
        const visit = (nodes: readonly RichNode[], depth: number, isInLink: boolean): void => {
          if (depth > 24) wrong.push('too deep');
          for (const node of nodes) {
            if (typeof node === 'string') continue;
            const { tag, attributes = {}, children = [] } = node;
            const href = attributes['href'] ?? '';
            if (!richTags.includes(tag)) wrong.push(node);
            if (Object.keys(attributes).some((name) => !['href', 'start', 'id'].includes(name))) wrong.push(node);
            if (tag === 'a' && (isInLink || !/^(?:https?:\/\/|mailto:|tel:)[^\s"<>]+$/i.test(href))) wrong.push(node);
            visit(children, depth + 1, isInLink || tag === 'a');
          }
        };
        const nodes = readRichText(text, { isArticle });
        visit(nodes, 0, false);
        expect(wrong).toEqual([]);
        plainTextOf(nodes);
        readRichText(writeRichText(nodes));
      }),
      { numRuns: 1000 },
    );
  });

  it.each([
    '*a',
    '**a ',
    '_a_',
    '~~a',
    '`',
    '`a``',
    '[',
    '![',
    '[a](',
    '](a',
    '[a](b(',
    '(https://x',
    'a.a',
    'a@',
    '> ',
    '>',
    '- ',
    '  - a\n',
    '1. a\n',
    '\n',
    ' ',
    '\n\n- a',
    '```\n',
    '~',
    '|',
    '|-',
    '|a\n|-\n',
    '# ',
    '#',
    '<',
    '<a',
    '<https://',
    '\\',
    '***a***',
    'www.',
    'https://(',
    '- - - ',
    '* * *',
    '> - ',
    '[a](https://x.y ',
    '_',
    '*',
    '* a **b ',
  ])('reads a hundred thousand characters of %j at once', (piece) => {
    // Work that grows with the square of the length takes many times as long as this.
    for (const isArticle of [false, true]) {
      const took = Array.from({ length: 3 }, () => {
        const begun = performance.now();
        plainTextOf(readRichText(piece.repeat(Math.ceil(100_000 / piece.length)), { isArticle }));
        return performance.now() - begun;
      });
      expect(Math.min(...took)).toBeLessThan(2_000);
    }
  });
});

const words = (nodes: readonly RichNode[]): string => wordsOf(nodes).replaceAll(/\s+/g, '');

const line = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        '*',
        '_',
        '~',
        '`',
        '[',
        ']',
        '(',
        ')',
        '<',
        '>',
        '\\',
        '!',
        '#',
        '-',
        '+',
        '.',
        '|',
        ':',
        '@',
        ' ',
        '1',
        'a',
      ),
      fc.constantFrom('https://a.example/b_c', ' ', 'word', '2. ', 'a@b.example'),
    ),
    {
      minLength: 1,
      maxLength: 12,
    },
  )
  .map((parts) => parts.join('').replaceAll(/\s+/g, ' '))
  .filter((text) => text.trim() !== '');
const hostile = fc
  .array(
    fc.constantFrom(
      '*',
      '**',
      '_',
      '~~',
      '`',
      '```',
      '[',
      '](',
      ')',
      '![',
      '<',
      '>',
      '\n',
      '\n\n',
      '- ',
      '1. ',
      '> ',
      '    ',
      '| ',
      '|-|\n',
      '# ',
      'javascript:x',
      'https://a.example',
      'a',
      ' ',
      '\\',
      '"',
      '&',
      'www.b.example',
      'mailto:a@b.example',
      '\u202E',
      '😀',
    ),
    { maxLength: 60 },
  )
  .map((parts) => parts.join(''));

const text = fc.string({ minLength: 1, maxLength: 8 }).map((each) => each.replaceAll(/[\s\p{Cc}]+/gu, 'x'));
const inline: fc.Arbitrary<RichNode> = fc.oneof(
  { weight: 4, arbitrary: text },
  fc.record({ tag: fc.constantFrom('strong', 'em', 's'), children: text.map((each) => [each]) }),
  text.map((each): RichNode => ({ tag: 'code', children: [each] })),
  text.map((each): RichNode => ({ tag: 'a', attributes: { href: 'https://a.example/x' }, children: [each] })),
);
/** Words beside each other, with a space between them. */
const inlines = fc.array(inline, { minLength: 1, maxLength: 5 }).map((nodes) => nodes.flatMap((node) => [node, ' ']));
const paragraph = inlines.map((children): RichNode => ({ tag: 'p', children }));
const list = fc
  .record({ tag: fc.constantFrom('ul', 'ol'), items: fc.array(inlines, { minLength: 1, maxLength: 4 }) })
  .map(({ tag, items }): RichNode => ({ tag, children: items.map((children) => ({ tag: 'li', children })) }));
const blocks = fc.array(
  fc.oneof(
    paragraph,
    list,
    paragraph.map((each): RichNode => ({ tag: 'blockquote', children: [each] })),
    text.map((each): RichNode => ({ tag: 'pre', children: [{ tag: 'code', children: [each] }] })),
  ),
  { maxLength: 5 },
);

it('escapes every character that HTML gives a meaning', () => {
  expect(escapeHtml('<a href="x">&')).toBe('&lt;a href=&quot;x&quot;&gt;&amp;');
});
