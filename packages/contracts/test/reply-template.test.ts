import { englishOf } from '../src/i18n/server-texts.ts';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { textFor } from '../src/messages/canned-replies.ts';
import { blankIn, fillTemplate, replyVariableNames, templateFaults } from '../src/messages/reply-template.ts';

const known = { 'customer.name': 'Jane Roe', 'customer.firstName': 'Jane', website: 'shop.example.com' };

describe('a template', () => {
  it.each([
    ['Hi {{customer.firstName}}!', 'Hi Jane!'],
    ['Hi {{ customer.firstName | "there" }}!', 'Hi Jane!'],
    ['Hi {{customer.email | "there"}}!', 'Hi there!'],
    ['Hi {{customer.email|“there”}}!', 'Hi there!'],
    ['Hi{{customer.email | ""}}!', 'Hi!'],
    ['Write to {{customer.email}}.', 'Write to {{?customer.email}}.'],
    ['Order {{? order number }} of {{website}}', 'Order {{?order number}} of shop.example.com'],
    ['Braces: {{ "{{" }}', 'Braces: {{'],
    ['One { and } and }} are nothing', 'One { and } and }} are nothing'],
  ])('%s becomes %s', (template, text) => {
    expect(templateFaults(template)).toEqual([]);
    expect(fillTemplate(template, known)).toBe(text);
  });

  it.each([
    ['{{customer.nmae}}', 'There is no variable “customer.nmae”.'],
    ['{{constructor}}', 'There is no variable “constructor”.'],
    ['{{customer.name | there}}', 'The fallback for “customer.name” must be in quotes: {{customer.name | "there"}}.'],
    ['{{customer.name', '“{{” is missing its “}}”.'],
    ['{{?}}', 'A blank needs a name: {{?order number}}.'],
    ['{{1 + 1}}', 'There is no variable “1 + 1”.'],
  ])('%s is refused, and what is wrong is named', (template, fault) => {
    expect(templateFaults(template).map(englishOf)).toEqual([fault]);
  });

  it('values that were filled in are never read as a template', () => {
    const values = { 'customer.name': '{{representative.email}}', 'representative.email': 'secret@example.com' };
    expect(fillTemplate('Hi {{customer.name}}', values)).toBe('Hi {{representative.email}}');
  });

  it('a template without faults leaves only known values, its own words and blanks, whatever is typed', () => {
    const piece = fc.oneof(
      fc.string(),
      fc.constantFrom('{{', '}}', '{{?', '|', '"', ...replyVariableNames.map((name) => `{{${name}}}`)),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 20 }), (pieces) => {
        const template = pieces.join('');
        const filled = fillTemplate(template, known);
        const left = Object.keys(known).filter((name) => filled.includes(`{{${name}}}`));
        expect(templateFaults(template).length > 0 ? [] : left).toEqual([]);
      }),
    );
  });
});

describe('a blank', () => {
  it('is found where it is, one after the other', () => {
    const text = 'Order {{?order number}}, size {{? size }}.';
    const first = blankIn(text);
    expect(first).toEqual({ label: 'order number', start: 6, end: 23 });
    expect(text.slice(first?.start, first?.end)).toBe('{{?order number}}');
    expect(blankIn(text, first?.end)).toMatchObject({ label: 'size' });
  });

  it.each(['nothing', '{{?}}', '{{?open', '{{customer.name}}', '{{?two\nlines}}'])('is not seen in %j', (text) => {
    expect(blankIn(text)).toBeUndefined();
  });
});

it.each([
  ['de-AT', 'Servus'],
  ['de-CH', 'Hallo'],
  ['DE', 'Hallo'],
  ['fr', 'Hello'],
  [null, 'Hello'],
])('a customer who reads %s gets the variant “%s”', (language, text) => {
  const variants = [
    { language: 'de', text: 'Hallo' },
    { language: 'de-at', text: 'Servus' },
  ];
  expect(textFor({ text: 'Hello', variants }, language)).toBe(text);
});
