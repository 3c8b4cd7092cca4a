/** Why the model gave no answer. */
const modelFailures = {
  model_answered: 'The model’s server answered {status}: {words}',
  model_timed_out: 'The model didn’t answer in time.',
  model_refused: 'The model refused to answer.',
  model_filtered: 'The model’s content filter stopped the answer.',
  model_broke_off: 'The model’s answer broke off.',
  model_unreachable: 'The model’s server couldn’t be reached.',
  model_unreadable: 'The model’s answer couldn’t be read.',
} as const;

/** Why a person is needed, as far as the product itself says so: the model may give another reason. */
export const handOffReasons = {
  ...modelFailures,
  person_wanted: 'The customer asked for a person.',
  assistant_wants_person: 'The assistant asked for a person',
  assistant_off: 'The assistant is turned off.',
  assistant_not_set_up: 'The assistant isn’t set up: no model is configured.',
  assistant_spent_on_customer: 'The assistant’s daily budget for this customer is spent.',
  assistant_spent: 'The assistant’s budget for the installation is spent. Until it renews, people answer.',
  assistant_recited: 'The assistant’s answer was stopped because it repeated its instructions.',
  assistant_failed: 'The assistant failed.',
  assistant_no_answer: 'The assistant had no answer.',
  assistant_unsupported: 'The assistant had no answer that its sources support.',
  assistant_turns_spent: 'The assistant has answered {count} times in this conversation.',
  person_topic: 'The customer mentioned “{topic}”, which is always handed off.',
  assistant_silent: 'The assistant didn’t answer for {minutes} minutes.',
  tool_calls_spent: 'The assistant reached the limit of calls for one answer.',
  action_unsure: 'The result of the action “{name}” is unknown: no answer came. It won’t be tried again.',
  identity_unproven: 'The customer couldn’t be verified.',
  identity_no_mail: 'An action needs a verified customer, but no code can be sent because email isn’t set up.',
  identity_mail_failed: 'The verification code couldn’t be sent by email.',
  asked_for_person: '{who} asked for a person.',
} as const;

/** Known facts, in a line each. */
export const handOffParts = {
  hand_off_asked: 'Asked: {text}',
  hand_off_facts: 'Facts: {text}',
  hand_off_tried: 'Tried: {text}',
  hand_off_mood_worried: 'Mood: worried',
  hand_off_mood_upset: 'Mood: upset',
  hand_off_language: 'Language: {language}',
  hand_off_identity_confirmed: 'Identity: verified by the website',
  hand_off_identity_written: 'Identity: as they wrote it',
  hand_off_team: 'Suggested team: {team}',
} as const;
