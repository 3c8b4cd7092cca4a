/**
 * Reads the lists of Chatwoot's API: canned responses (`short_code`, `content`) and macros (`name`, `actions`), as
 * returned by `GET /api/v1/accounts/{id}/canned_responses` and `…/macros`.
 */
import type { ReplyAction } from '@parley/contracts/messages/canned-replies';
import { type LocalizedText, localize } from '@parley/contracts/i18n/server-texts';
import * as Type from 'typebox';
import { Compile } from 'typebox/compile';
import { type Entry, shortcutOf, type Unreadable } from './entry.ts';
import { listIn } from './json-list.ts';
import { adoptPlaceholders, type Names } from './placeholders.ts';

const Response = Type.Object({ short_code: Type.String(), content: Type.String() });
const MacroAction = Type.Object({ action_name: Type.String(), action_params: Type.Optional(Type.Unknown()) });
const ListedMacro = Type.Object({
  name: Type.String(),
  visibility: Type.Optional(Type.String()),
  actions: Type.Array(MacroAction),
});
const responses = Compile(Response);
const macros = Compile(ListedMacro);

export const chatwootNames: Names = {
  'contact.name': 'customer.name',
  'contact.first_name': 'customer.firstName',
  'contact.email': 'customer.email',
  'agent.name': 'representative.name',
  'agent.first_name': 'representative.firstName',
  'agent.email': 'representative.email',
  'inbox.name': 'website.name',
  'conversation.id': 'conversation.id',
};
const adopt = (text: string) => adoptPlaceholders(text, chatwootNames, 'default');

/** @throws Problem `invalid` for a text that isn't a JSON list */
export function readChatwoot(file: string): (Entry | Unreadable)[] {
  return listIn(file, ['payload', 'data']).map((each, index) => {
    const line = index + 1;
    if (responses.Check(each)) return response(line, each);
    if (macros.Check(each)) return macro(line, each);
    return { line, shortcut: null, reason: localize('not_of_chatwoot') };
  });
}

function response(line: number, { short_code: code, content }: Type.Static<typeof Response>): Entry {
  const { text, changes } = adopt(content);
  const shortcut = /[\s/]/.test(code.trim()) ? shortcutOf(code) : code.trim();
  if (shortcut !== code) changes.push(localize('shortcut_became', { code, shortcut }));
  return { line, fields: { name: code.trim(), shortcut, text, variants: [], actions: [], websiteIds: [] }, changes };
}

function macro(line: number, { name, visibility, actions: listed }: Type.Static<typeof ListedMacro>): Entry {
  const actions: ReplyAction[] = [];
  const texts: string[] = [];
  const changes: LocalizedText[] = [];
  for (const { action_name: kind, action_params: params } of listed) {
    const [first] = Array.isArray(params) ? (params as unknown[]) : [params];
    const words = typeof first === 'string' ? first : '';
    const adopted = kind === 'send_message' || kind === 'add_private_note' ? adopt(words) : undefined;
    changes.push(...(adopted?.changes ?? []));
    if (kind === 'send_message') texts.push(adopted?.text ?? '');
    else if (kind === 'add_private_note') actions.push({ type: 'note', text: adopted?.text ?? '' });
    else if (kind === 'resolve_conversation') actions.push({ type: 'close' });
    else if (kind === 'open_conversation') actions.push({ type: 'reopen' });
    else if (kind === 'assign_agent' && words === 'self') actions.push({ type: 'assign', to: 'me' });
    else if (kind === 'assign_agent' && words === 'nil') actions.push({ type: 'assign', to: 'nobody' });
    else changes.push(localize('action_left_out', { action: kind }));
  }
  const fields = { name, shortcut: shortcutOf(name), text: texts.join('\n'), variants: [], actions, websiteIds: [] };
  return { line, ...(visibility && { isShared: visibility === 'global' }), fields, changes };
}
