/** Why the model gave no answer. */
const modelFailures = {
  model_answered: 'The model’s server answered {status}: {words}',
  model_timed_out: 'The model did not answer in time.',
  model_refused: 'The model refused to answer.',
  model_filtered: 'The model’s content filter stopped the answer.',
  model_broke_off: 'The model’s answer broke off.',
  model_unreachable: 'The model’s server could not be reached.',
  model_unreadable: 'The model’s answer could not be read.',
} as const;

/** Why a person is needed, as far as the product itself says so: the model may give another reason. */
export const handOffReasons = {
  ...modelFailures,
  person_wanted: 'The customer asked for a person.',
  assistant_wants_person: 'The assistant asked for a person',
  assistant_off: 'The assistant is switched off.',
  assistant_not_set_up: 'The assistant is not set up: no model is configured.',
  assistant_spent_on_customer: 'The assistant has spent its budget for this customer today.',
  assistant_spent: 'The assistant has spent the installation’s budget for now: people answer until it is back.',
  assistant_recited: 'The assistant’s answer was stopped because it recited its rules.',
  assistant_failed: 'The assistant failed.',
  assistant_no_answer: 'The assistant had no answer.',
  assistant_unsupported: 'The assistant had no answer that its sources support.',
  assistant_turns_spent: 'The assistant has answered {count} times in this conversation.',
  person_topic: 'The customer speaks of “{topic}”, which is always for a person.',
  assistant_silent: 'The assistant did not answer for {minutes} minutes.',
  tool_calls_spent: 'The assistant has made as many calls for one answer as it may.',
  action_unsure: 'Nobody knows whether the action “{name}” was done: no answer came. It is not tried again.',
  identity_unproven: 'The customer could not prove who they are.',
  identity_no_mail: 'An action needs to know who the customer is, and no code can be mailed: mail is not set up.',
  identity_mail_failed: 'The code that proves who the customer is could not be mailed.',
  asked_for_person: '{who} asked for a person.',
} as const;

/** What is known so far, in a line each. */
export const handOffParts = {
  hand_off_asked: 'Asked: {text}',
  hand_off_facts: 'Facts: {text}',
  hand_off_tried: 'Tried: {text}',
  hand_off_mood_worried: 'Mood: worried',
  hand_off_mood_upset: 'Mood: upset',
  hand_off_language: 'Language: {language}',
  hand_off_identity_confirmed: 'Who they are: confirmed by the login of the page',
  hand_off_identity_written: 'Who they are: as they wrote it',
  hand_off_team: 'Suggested team: {team}',
} as const;
