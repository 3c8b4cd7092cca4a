/** Manages forms: the questions that customers are asked. */
import type { Attribute } from '@parley/contracts/conversations/attributes';
import { type FieldKind, type Form, type FormDraft, type FormField, formFields } from '@parley/contracts/forms/forms';
import { formSizeMax, formsMax } from '@parley/contracts/forms/limits';
import { type FieldError, fieldError, fieldProblem, Problem } from '@parley/contracts/problems';
import { type LocalizedText, localize } from '@parley/contracts/i18n/server-texts';
import { listAttributes } from '@parley/db/attributes/attributes';
import * as forms from '@parley/db/forms/forms';
import { listTeams } from '@parley/db/roles/teams';
import { type AsSeen, goneOr, holdAsSeen } from '../as-seen.ts';
import { differencesOf, fieldsOf } from '../audit/differences.ts';
import { recordAudit } from '../audit/record.ts';
import type { StaffCaller } from '../callers.ts';
import type { Context } from '../context.ts';
import { publishChange } from '../live/publish-change.ts';
import { refuseWithout } from '../permissions/permissions.ts';

export const unknownForm = (): Problem => new Problem('not_found', localize('no_such_form'));
const taken = (name: string): Problem => fieldProblem('conflict', 'name', localize('name_taken', { name }));
const about = (id: string) => ({ type: 'form', id });
const announce = (context: Context) => publishChange(context, { frame: { type: 'forms_updated' } });

/** All of them, by name. */
export const listForms = ({ db }: Pick<Context, 'db'>): Promise<Form[]> => forms.listForms(db);

/** @throws Problem as `checkForm`, `conflict` for a name that is taken, and for too many */
export async function addForm(context: Context, caller: StaffCaller, draft: FormDraft): Promise<Form> {
  await refuseWithout(context, caller, 'settings.change');
  const fields = await checkForm(context, draft);
  const made = await context.db.transaction().execute(async (db) => {
    await forms.holdForms(db);
    if ((await forms.listForms(db)).length >= formsMax)
      throw new Problem('conflict', localize('too_many_forms', { max: formsMax }));
    const added = await forms.insertForm(db, fields);
    if (added === 'taken') throw taken(fields.name);
    await recordAudit({ db }, caller, { action: 'form.added', subject: about(added.id), details: draftOf(added) });
    return added;
  });
  await announce(context);
  return made;
}

/**
 * Changes a form; those that were sent stay as they were.
 *
 * @throws Problem `not_found`, as `checkForm`, `conflict` for a name that is taken, and as `holdAsSeen`
 */
export async function updateForm(
  context: Context,
  caller: StaffCaller,
  id: string,
  { expected, ...change }: AsSeen<{ [Field in keyof FormDraft]?: FormDraft[Field] | undefined }, Form>,
): Promise<Form> {
  await refuseWithout(context, caller, 'settings.change');
  const after = await context.db.transaction().execute(async (db) => {
    const read = () => forms.findForm(db, id);
    const before = await holdAsSeen(db, { table: 'forms', id, read, change, expected, unknown: unknownForm });
    const given = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
    const fields = await checkForm({ db }, { ...draftOf(before), ...given });
    const updated = await forms.updateForm(db, id, fields);
    if (updated === 'taken') throw taken(fields.name);
    if (!updated) throw unknownForm();
    const details = { name: updated.name, ...differencesOf(before, updated, Object.keys(change)) };
    await recordAudit({ db }, caller, { action: 'form.updated', subject: about(id), details });
    return updated;
  });
  await announce(context);
  return after;
}

/** Deletes a form; websites stop asking for it, and answers stay. @throws Problem `not_found` */
export async function deleteForm(context: Context, caller: StaffCaller, id: string): Promise<void> {
  await refuseWithout(context, caller, 'settings.change');
  await context.db.transaction().execute(async (db) => {
    const present = await forms.findForm(db, id);
    if (!present || !(await forms.deleteForm(db, id))) throw await goneOr(db, id, unknownForm);
    await recordAudit({ db }, caller, { action: 'form.deleted', subject: about(id), details: draftOf(present) });
  });
  await announce(context);
}

/** Types of attributes that the answers to each kind of field can fill. */
const fillable: Record<FieldKind, readonly Attribute['type'][]> = {
  text: ['text'],
  long_text: ['text'],
  email: ['text'],
  phone: ['text'],
  choice: ['text', 'choice'],
  choices: ['text'],
  date: ['date', 'text'],
  number: ['number', 'text'],
  file: [],
  consent: ['yes_no'],
  team: ['text'],
};

/** Returns a draft as it is stored. @throws Problem `invalid` by field */
async function checkForm({ db }: Pick<Context, 'db'>, draft: FormDraft): Promise<FormDraft> {
  if (JSON.stringify(draft).length > formSizeMax) throw fieldProblem('invalid', 'fields', localize('form_too_large'));
  const [attributes, teams] = await Promise.all([listAttributes(db), listTeams(db)]);
  const teamIds = new Set(teams.map(({ id }) => id));
  const errors: FieldError[] = [];
  for (const [index, field] of draft.fields.entries()) {
    const earlier = draft.fields.slice(0, index);
    const wrong = (part: keyof FormField, words: LocalizedText): void => {
      errors.push(fieldError(`fields.${index}.${part}`, words));
    };
    const { id, kind, options = [], min, max, showIf, fills } = field;
    if (earlier.some((each) => each.id === id)) wrong('id', localize('field_twice'));
    const isChoice = kind === 'choice' || kind === 'choices';
    const ids = new Set(options.map((option) => option.id));
    if (isChoice && (options.length < 2 || ids.size < options.length))
      wrong('options', localize('field_without_options'));
    if (kind === 'team' && !field.teamIds?.some((each) => teamIds.has(each)))
      wrong('teamIds', localize('field_without_teams'));
    if (min !== undefined && max !== undefined && min > max) wrong('min', localize('field_range'));
    if (showIf && !earlier.some((each) => each.id === showIf.field)) wrong('showIf', localize('field_condition'));
    if (fills === 'email' && kind !== 'email') wrong('fills', localize('field_contact'));
    if (fills === 'name' && kind !== 'text') wrong('fills', localize('field_contact'));
    if (field.needsCode && fills !== 'email') wrong('needsCode', localize('field_code'));
    if (typeof fills !== 'object') continue;
    const attribute = attributes.find(({ key }) => key === fills.attribute);
    if (!attribute || attribute.subject === 'company')
      wrong('fills', localize('attribute_unknown', { key: fills.attribute }));
    else if (!fillable[kind].includes(attribute.type)) wrong('fills', localize('field_attribute'));
  }
  if (errors[0]) throw new Problem('invalid', errors[0].localized ?? errors[0].message, { errors });
  return { ...draft, name: draft.name.trim() };
}

/** Fields of a form that callers write. */
const draftOf = (form: Form): FormDraft => fieldsOf(form, Object.keys(formFields)) as FormDraft;
