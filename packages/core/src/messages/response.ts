/** Reads what a customer's message answers: a button that they pressed, or a form. */
import { formTexts } from '@parley/contracts/i18n/catalogues/forms';
import { buttonsOf, type MessageResponse, type ResponseDraft } from '@parley/contracts/messages/blocks';
import type { AttachmentInputs } from '@parley/contracts/messages/attachments';
import { answerLine, checkAnswers, type AnswerFault } from '@parley/contracts/forms/answers';
import type { Answers, AnswerValue, FormAnswer, ShownField, ShownForm } from '@parley/contracts/forms/forms';
import { fieldError, fieldProblem, Problem } from '@parley/contracts/problems';
import { localize } from '@parley/contracts/i18n/server-texts';
import { type Language, languageOf } from '@parley/contracts/text/languages';
import { namesOfFiles } from '@parley/db/files/uploads';
import { findAsked } from '@parley/db/messages/read';
import { findVisitor } from '@parley/db/visitors/visitors';
import { findWebsite } from '@parley/db/websites/websites';
import type { Context } from '../context.ts';
import { shownForm } from '../forms/shown.ts';

/** Parts of a message that answers something. */
export interface Responding {
  /** Absent for a button of a message that was answered before: then it is only a text. */
  response?: MessageResponse;
  /** Text of the message: the label of the button, or the answers in lines. */
  text: string;
  attachments?: AttachmentInputs | undefined;
}

interface Asked {
  /** Conversations that the answered message may be in. */
  conversationIds: readonly string[];
  visitorId: string | null;
  clientMessageId?: string | null | undefined;
  attachments?: AttachmentInputs | undefined;
}

/**
 * Checks an answer by the message or form that it is to.
 *
 * @throws Problem `invalid` for no such button or form, and for answers that break its rules, by field; `conflict` for a
 * form that is filled in already
 */
export async function readResponse(context: Context, given: ResponseDraft, asked: Asked): Promise<Responding> {
  const visitor = asked.visitorId === null ? undefined : await findVisitor(context.db, asked.visitorId);
  const language = languageOf(visitor?.locale ?? '') ?? 'en';
  if ('formId' in given) {
    const website = visitor?.websiteId ? await findWebsite(context.db, visitor.websiteId) : undefined;
    const isAskedFor = website && [website.forms.before, website.forms.away].includes(given.formId);
    const form = isAskedFor ? await shownForm(context, given.formId, language) : undefined;
    if (!form) throw fieldProblem('invalid', 'response.formId', localize('no_such_form'));
    return filledIn(context, { form, to: null, language, asked }, given.answers);
  }
  const found = await findAsked(context.db, asked.conversationIds, given.to, asked.clientMessageId ?? null);
  if ('button' in given) {
    const button = found && buttonsOf(found.blocks).find(({ id, url }) => id === given.button && url === undefined);
    if (!button) throw fieldProblem('invalid', 'response.button', localize('no_such_button'));
    return { text: button.label, ...(!found.isAnswered && { response: { to: given.to, button: button.id } }) };
  }
  const form = found?.blocks.form;
  if (!form) throw fieldProblem('invalid', 'response.to', localize('no_such_form'));
  if (found.isAnswered) throw new Problem('conflict', localize('form_answered'));
  return filledIn(context, { form, to: given.to, language, asked }, given.answers);
}

interface Filling {
  form: ShownForm;
  to: string | null;
  language: Language;
  asked: Asked;
}

async function filledIn(
  { db }: Pick<Context, 'db'>,
  { form, to, language, asked }: Filling,
  answers: Answers,
): Promise<Responding> {
  const { given, faults } = checkAnswers(form.fields, answers);
  if (faults.length > 0) {
    const errors = faults.map(({ field, fault }) =>
      fieldError(`response.answers.${field.id}`, `${field.label}: ${faultText(fault, 'en')}`),
    );
    throw new Problem('invalid', errors.map(({ message }) => message).join(' '), { errors });
  }
  const fileIds = given.flatMap(({ field, value }) => (field.kind === 'file' && Array.isArray(value) ? value : []));
  const names = await namesOfFiles(db, fileIds);
  const filled: FormAnswer = {
    id: form.id,
    title: form.title,
    answers: given.map(({ field, value }) => ({
      field: field.id,
      label: field.label,
      value,
      text: valueText(field, value, { language, names }),
    })),
  };
  const attachments = [...(asked.attachments ?? []), ...fileIds.map((id) => ({ id }))];
  return {
    response: { to, form: filled },
    text: filled.answers.length > 0 ? filled.answers.map(({ label, text }) => answerLine(label, text)).join('\n') : '–',
    ...(attachments.length > 0 && { attachments }),
  };
}

/** Returns the sentence for a fault. */
export function faultText(fault: AnswerFault, language: Language): string {
  const t = formTexts(language);
  return 'count' in fault ? t(fault.code, { count: fault.count }) : t(fault.code);
}

/** Returns a value as people read it. */
function valueText(
  { kind, options = [] }: ShownField,
  value: AnswerValue,
  { language, names }: { language: Language; names: ReadonlyMap<string, string> },
): string {
  const labelOf = (each: unknown): string =>
    options.find(({ id }) => id === each)?.label ?? names.get(String(each)) ?? String(each);
  if (kind === 'consent') return formTexts(language)('yes');
  return [value].flat().map(labelOf).join(', ');
}
