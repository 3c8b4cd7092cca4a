/** Passes tool results on into a reply. */
import { localize, type Text } from '@parley/contracts/i18n/server-texts';
import type { Passage } from '../../knowledge/passages.ts';
import type { ModelAnswer } from '../model.ts';
import type { PromptTools } from '../prompt.ts';
import type { ToolBox, ToolData, ToolExchange, ToolResult } from './tool-box.ts';

/** Returns a result as a passage that sentences may cite: visible to the team, and valid for this reply only. */
export const dataPassage = ({ callId, name, text }: ToolData): Passage & { isResult: true } => ({
  id: callId,
  documentId: callId,
  version: 0,
  title: name.replaceAll('_', ' '),
  headings: [],
  text,
  language: 'en',
  datedOn: null,
  covered: 1,
  isAlike: true,
  isResult: true,
  url: null,
  audience: 'staff',
  sourceKind: 'file',
});

/** Returns the tool calls, numbered after the `passages` that were given. */
export function exchangeOf(exchanges: readonly ToolExchange[], passages: number): PromptTools['exchanges'] {
  let number = passages;
  return exchanges.map(({ name, arguments: args, result }) => {
    if (result.kind === 'data') {
      number += 1;
      return { name, arguments: args, text: result.data.text || 'done', number };
    }
    const text = result.kind === 'problem' ? `No result (${result.problem}). ${result.message}` : 'No result.';
    return { name, arguments: args, text, number: null };
  });
}

/** Returns true for a tool call if any tool is defined; an unknown name gets an error as its result. */
export const isToolCall = (
  { definitions }: ToolBox,
  call: ModelAnswer['toolCall'],
): call is NonNullable<ModelAnswer['toolCall']> => call !== null && definitions.length > 0;

const reasons = {
  no_mail: localize('identity_no_mail'),
  too_many: localize('identity_unproven'),
  mail_failed: localize('identity_mail_failed'),
} as const;

/** Why a person is needed. */
export const becauseOf = ({ why }: Extract<ToolResult, { kind: 'person' }>): Text => reasons[why];
