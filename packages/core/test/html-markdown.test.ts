import { expect, test } from 'vitest';
import { markdownOf, readHtml } from '../src/knowledge/read-html.ts';

const page = 'https://shop.example/help/';
const markdown = (html: string): string => markdownOf(html, page);

test.each([
  ['headings', '<h2>Returns  and\n refunds</h2><h3></h3>', '## Returns and refunds'],
  ['paragraphs', '<p>One<p>Two', 'One\n\nTwo'],
  ['marks', 'a <b> bold <strong>word</strong></b>, <em>now</em><i></i>.', 'a **bold word**, _now_.'],
  ['links', '<a href="../faq#x">FAQ</a> <a href="javascript:x()">no</a>', '[FAQ](https://shop.example/faq) no'],
  ['lists', '<ul><li>a<ul><li>b</ul><li>c</ul>', '-   a\n    -   b\n-   c'],
  ['numbers', '<ol start="3"><li><p>a</p><p>b</p><li>c</ol>', '3.  a\n\n    b\n\n4.  c'],
  ['quotations', '<blockquote><p>a</p><p>b</p></blockquote>', '> a\n>\n> b'],
  ['code', '<pre><code class="language-sh">a  b\n`c`</code></pre>', '```sh\na  b\n`c`\n```'],
  ['code in a line', 'Use <code>a`b</code>.', 'Use ``a`b``.'],
  ['tables', '<table><tr><th>A<th>B<tr><td>1<td><p>2<p>3</table>', '| A | B |\n| 1 | 2 3 |'],
  ['pictures, of which browsers show no words', '<p>Tea</p><img alt="A mug" src="/mug.png"><img>', 'Tea'],
  ['line ends', 'a<br>b', 'a  \nb'],
  ['signs of Markdown', '<p>- 1*2_3 [x]</p><p>2. b</p>', '\\- 1\\*2\\_3 \\[x\\]\n\n2\\. b'],
  ['scripts and comments', 'a<script>x < "</p>"</script><!-- b --><style>c</style>d', 'ad'],
])('%s are Markdown', (_, html, expected) => {
  expect(markdown(html)).toBe(expected);
});

const much = 10_000;

test.each([
  ['elements in each other', '<div>'.repeat(much) + 'the words' + '</div>'.repeat(much)],
  ['elements that others close', '<li><dt>'.repeat(much) + 'the words'],
  ['ends of what never began', '<div>'.repeat(5000) + '</zz>'.repeat(much) + 'the words'],
  ['lists in each other', '<ul><li>'.repeat(much) + 'the words'],
  ['tables in each other', '<table><tr><td>'.repeat(much) + 'the words'],
  ['quotes that hide tags', `<a ">${'<b>'.repeat(much)}the words`],
  ['values that hide tags', `<a x=y=">${'<b>'.repeat(much)}the words`],
  ['blanks', `a${' '.repeat(much * 10)}the words`],
  ['attributes', `<p ${'x '.repeat(much)}>the words`],
])('a page of %s is read, with its words', (_, html) => {
  const text = `<html><body>${html}</body></html>`;
  expect(markdown(text)).toContain('the words');
  expect(readHtml(Buffer.from(text), 'text/html', page).markdown).toContain('the words');
});
