/** Checks the buttons and cards of a message, and puts its form into the language of the customer. */
import { type BlocksDraft, buttonsOf, type MessageBlocks } from '@parley/contracts/messages/blocks';
import type { AttachmentInputs } from '@parley/contracts/messages/attachments';
import { fieldProblem, type Problem } from '@parley/contracts/problems';
import { localize } from '@parley/contracts/i18n/server-texts';
import { languageOf } from '@parley/contracts/text/languages';
import { isSafeHref } from '@parley/contracts/text/links';
import { conversationState } from '@parley/db/conversations/read';
import { findVisitor } from '@parley/db/visitors/visitors';
import type { Context } from '../context.ts';
import { formUrl } from '../forms/links.ts';
import { shownForm } from '../forms/shown.ts';

/**
 * Returns the blocks as they are stored, with a text for a message that has no other.
 *
 * @throws Problem `invalid` for buttons that can't be told apart, an address that no button opens, a picture that isn't
 * one of the message's files, or an unknown form
 */
export async function cleanBlocks(
  context: Context,
  conversationId: string,
  { formId, ...draft }: BlocksDraft,
  attachments: AttachmentInputs = [],
): Promise<{ blocks: MessageBlocks; text: string }> {
  const fault = faultOfBlocks(draft, attachments);
  if (fault) throw fault;
  if (formId === undefined) return { blocks: draft, text: (draft.cards ?? []).map(({ title }) => title).join('\n') };
  if (draft.buttons || draft.cards) throw fieldProblem('invalid', 'blocks.formId', localize('form_and_buttons'));
  const state = await conversationState(context.db, conversationId);
  const visitor = state?.visitorId ? await findVisitor(context.db, state.visitorId) : undefined;
  const form = await shownForm(context, formId, languageOf(visitor?.locale ?? ''));
  if (!form) throw fieldProblem('invalid', 'blocks.formId', localize('no_such_form'));
  return { blocks: { form: { ...form, link: formUrl(context, conversationId) } }, text: form.title };
}

/** Returns what is wrong with buttons and cards, as `cleanBlocks` refuses it. */
export function faultOfBlocks(draft: Omit<BlocksDraft, 'formId'>, attachments: AttachmentInputs): Problem | undefined {
  const buttons = buttonsOf(draft);
  const ids = new Set(buttons.map(({ id }) => id));
  if (ids.size < buttons.length) return fieldProblem('invalid', 'blocks.buttons', localize('button_twice'));
  const labels = buttons.flatMap(({ label, url }) => (url === undefined ? [label.trim().toLowerCase()] : []));
  if (new Set(labels).size < labels.length)
    return fieldProblem('invalid', 'blocks.buttons', localize('button_label_twice'));
  if (buttons.some(({ url }) => url !== undefined && !isSafeHref(url)))
    return fieldProblem('invalid', 'blocks.buttons', localize('button_link'));
  const isOthers = (id: string | undefined): boolean => id !== undefined && attachments.every((file) => file.id !== id);
  if (draft.cards?.some(({ pictureId }) => isOthers(pictureId)))
    return fieldProblem('invalid', 'blocks.cards', localize('card_picture'));
  return undefined;
}
