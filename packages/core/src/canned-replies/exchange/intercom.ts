/** Reads Intercom's list of macros (`GET /macros`): `name`, and the text as `body_text` or as HTML in `body`. */
import { localize } from '@parley/contracts/i18n/server-texts';
import * as Type from 'typebox';
import { Compile } from 'typebox/compile';
import { textOfHtml } from '../../text/html-text.ts';
import { type Entry, shortcutOf, type Unreadable } from './entry.ts';
import { listIn } from './json-list.ts';
import { adoptPlaceholders, type Names } from './placeholders.ts';

const optionalText = Type.Optional(Type.Union([Type.String(), Type.Null()]));
const ListedMacro = Compile(
  Type.Object({
    name: Type.String(),
    body: optionalText,
    body_text: optionalText,
    actions: Type.Optional(Type.Array(Type.Object({ type: Type.Optional(Type.String()) }))),
  }),
);

export const intercomNames: Names = {
  'user.name': 'customer.name',
  'user.first_name': 'customer.firstName',
  'user.email': 'customer.email',
  name: 'customer.name',
  first_name: 'customer.firstName',
  email: 'customer.email',
  'teammate.name': 'representative.name',
  'teammate.first_name': 'representative.firstName',
  'admin.name': 'representative.name',
  'admin.first_name': 'representative.firstName',
};

/** @throws Problem `invalid` for a text that isn't a JSON list */
export function readIntercom(file: string): (Entry | Unreadable)[] {
  return listIn(file, ['data']).map((each, index) => {
    const line = index + 1;
    if (!ListedMacro.Check(each)) return { line, shortcut: null, reason: localize('not_of_intercom') };
    const { name, body, body_text: bodyText, actions = [] } = each;
    const { text, changes } = adoptPlaceholders(bodyText ?? textOf(body ?? ''), intercomNames, 'fallback');
    for (const { type = '?' } of actions) changes.push(localize('action_left_out', { action: type }));
    const fields = { name, shortcut: shortcutOf(name), text, variants: [], actions: [], websiteIds: [] };
    return { line, fields, changes };
  });
}

/** The HTML's text, its `<attribute key="user.name" default="there"/>` as placeholders. */
function textOf(html: string): string {
  const withPlaceholders = html.replaceAll(/<attribute ([^<>]*)>/g, (_, attributes: string) => {
    const key = /key="([^"]*)"/.exec(attributes)?.[1] ?? '';
    const fallback = /default="([^"]*)"/.exec(attributes)?.[1];
    return `{{${key}${fallback === undefined ? '' : `|fallback:'${fallback}'`}}}`;
  });
  return textOfHtml(withPlaceholders)
    .lines.map(({ text }) => text)
    .join('\n')
    .trim();
}
