/**
 * Texts of the server that users read in the dashboard: each has a code that never changes, and English for API clients
 * and for clients that don't know the code. The dashboard has them in every language
 * (`apps/dashboard/src/i18n/en/sayings.ts`); one that is missing there does not compile.
 */
import type { Said, Saying } from './said.ts';
import { fieldSayings } from './sayings/fields.ts';
import { filledIn } from './sayings/filled-in.ts';
import { filterSayings } from './sayings/filters.ts';
import { handOffParts, handOffReasons } from './sayings/hand-off.ts';
import { importSayings } from './sayings/import.ts';
import { refusalSayings } from './sayings/refusals.ts';

export { englishOf, Said, type Saying, saidOf, type Words, wordsFrom } from './said.ts';

export const sayings = {
  ...fieldSayings,
  ...filterSayings,
  ...handOffReasons,
  ...handOffParts,
  ...importSayings,
  ...refusalSayings,

  and_then: '{first} {second}',

  // Subjects of deliveries.
  new_conversation: 'New conversation',
  audit_entry: 'Entry of the audit log',
  hand_off: 'Hand-off',
  unanswered: 'Unanswered for {minutes} minutes',
  conversation_changed: 'Conversation changed',
  conversation_closed: 'Conversation closed',
  conversation_deleted: 'Conversation deleted',
  new_message: 'New message',
  message_changed: 'Message changed',
  answer_to_customer: 'Answer to the customer',
  greeting: 'Greeting',
  group_number: 'Number of a group',
  answers_for_who_left: 'Answers for a customer who left',
  transcript: 'Transcript of a conversation',

  // Why a delivery was not made, or a test failed.
  switched_off: '{name} is switched off.',
  webhook_removed: 'The webhook was removed.',
  webhook_unreadable: 'The webhook’s address can’t be read any more: enter it again.',
  conversation_gone: 'The conversation was deleted.',
  address_changed: 'The customer has given another address since.',
  wants_no_mail: 'Whoever has this address wants no mail.',
  address_unproven: 'Nobody has proven this address, and no person has answered yet.',
  mail_not_sent: 'The mail could not be sent.',
  files_unchecked: 'Files of this message are still being checked.',
  file_refused: 'A file of this message cannot be sent.',
  csv_without_files: 'A CSV holds no files. Attach them to the reply: {names}',
  no_encryption_internal:
    '{host} offers no encryption (STARTTLS), so nothing was sent. Use a port that encrypts, or add ?requireTLS=false to SMTP_URL to send without encryption.',
  no_encryption:
    '{host} offers no encryption (STARTTLS), so nothing was sent. Choose a port that encrypts, or allow sending without encryption in Integrations, Email.',
  trello_not_json: 'Trello answered something that is not JSON.',
  trello_no_card: 'Trello answered no card.',
  trello_no_list: 'The Trello board has no open list.',
  answered_empty: '{name} answered without a message.',
  nobody_knows: 'Nobody knows whether {name} took this message: no answer came. Retry sends it once more.',
  call_failed: 'The call failed.',
  answered: '{host} answered {status}',
  answered_with: '{host} answered {status}: {words}',
  timed_out: '{host} did not answer within {seconds} seconds.',
  too_large: 'The answer of {host} is larger than {size} KiB.',
  too_many_redirects: '{host} redirected more than {limit} times.',
  unknown_host: '{host} is not a known host name.',
  lookup_failed: '{host} could not be looked up right now.',
  connection_refused: '{host} refused the connection.',
  connection_closed: '{host} closed the connection.',
  unreachable: '{host} could not be reached.',
  certificate_expired: '{host} has a certificate that has expired.',
  certificate_self_signed: '{host} has a self-signed certificate.',
  certificate_chain_self_signed: '{host} has a self-signed certificate in its chain.',
  certificate_unknown_issuer: '{host} has a certificate of an unknown issuer.',
  certificate_other_name: '{host} has a certificate for another name.',
  no_tls: '{host} does not speak TLS there.',
  no_http: '{host} did not answer in HTTP.',

  // Missing settings that prevent a test.
  webhook_address_missing: 'The webhook address is missing.',
  trello_incomplete: 'The API key, the token and the board id are needed.',
  website_missing: 'Choose the website that its conversations belong to.',
  bot_token_missing: 'The bot token is missing. @BotFather gives one, in Telegram.',
  bot_token_malformed: 'That is no bot token. One looks like 123456789:AAF…, as @BotFather gives it.',
  no_model: 'No model is configured: set OPENAI_API_KEY, or OPENAI_BASE_URL for a server of your own.',
  no_mail_server: 'The installation has no mail server of its own: set SMTP_URL.',
  smtp_host_missing: 'The SMTP host is missing.',
  from_address_missing: 'The from address is missing.',
  no_sync_source: 'Set SYNC_SOURCE_DATABASE_URL to the production database to copy from.',

  // Results of a test.
  telegram_calls: '{bot} answers for {domain}. Telegram calls this installation.',
  telegram_is_asked: '{bot} answers for {domain}. This installation asks Telegram for messages.',
  telegram_last_failed: 'Its last call failed: {words}.',
  telegram_team_told: 'The team’s group was sent a message.',
  telegram_team_missing: 'No group of the team is set any more.',
  mailbox_holds_one: 'Logged in to {host} as {user}; {name} holds 1 message.',
  mailbox_holds: 'Logged in to {host} as {user}; {name} holds {count} messages.',
  mailbox_refused: 'The mailbox refused the user or the password.',
  mailbox_refused_with: 'The mailbox refused the user or the password: {words}',
  port_accepts: 'Port {port} accepts mail for {address}.',
  verdicts_believed: 'Verdicts on senders are believed of {name}.',
  verdicts_unbelieved: 'No verdict on senders is believed: INBOUND_AUTHSERV_ID is not set.',
  nothing_comes_in:
    'Nothing comes in: set REPLY_ADDRESS for the API and the worker, and IMAP_URL or INBOUND_SMTP_PORT for the worker.',
  nothing_reads: 'Nothing reads {address}: set IMAP_URL to its mailbox, or INBOUND_SMTP_PORT, for the worker.',
  reply_address_missing: 'Set REPLY_ADDRESS for the worker too.',

  // Why a message that was sent is not changed.
  edit_too_late: '{name} lets what was sent be changed for {hours} hours, which are over.',
  edit_on_its_way: '{name} has not delivered this message, or not yet. Try again in a moment.',
  edit_too_long: 'This would be more messages than {name} has delivered. Send the rest as a new one.',
  merged_stays: 'This conversation was merged into another one, and its messages stay as they are.',

  // Why a conversation was not changed.
  taken_by: '{who} has already taken over this conversation.',
  taken_by_somebody: 'Somebody else has already taken over this conversation.',
  not_as_seen: 'This conversation is not as you have seen it.',
  tag_gone: 'A tag was removed meanwhile. Choose another one.',
  too_many_tags: 'A conversation has at most {max} tags.',
  is_closed: 'This conversation is closed.',
  no_such_conversation: 'There is no such conversation.',
  closed_since: '{who} has closed it since.',
  reopened_since: '{who} has reopened it since.',
  assigned_since: '{who} has assigned it since.',
  taken_over_since: '{who} has taken it over since.',
  tagged_since: '{who} has tagged it since.',
  prioritised_since: '{who} has given it another priority since.',
  snoozed_since: '{who} has snoozed it since.',
  unsnoozed_since: '{who} has ended its snooze since.',
  changed_since: '{who} has changed it since.',
  changed_by_customer: 'The customer has changed it since.',
  written_since: 'Somebody has written since.',
  being_changed: 'Others are changing this conversation. Try again.',
  handed_back_since: '{who} has handed it back since.',
  handed_off_since: '{who} has asked for a person since.',
  described_since: '{who} has changed its attributes since.',
  undone_since: '{who} has undone a change of it since.',
  written_since_by: '{who} has written since.',
  written_by_customer: 'The customer has written since.',
  written_by_assistant: 'The assistant has written since.',
  changed_by_somebody: 'Somebody has changed it since.',
  changed_by_assistant: 'The assistant has changed it since.',
  merged_since: '{who} has merged it into another conversation since.',
  unmerged_since: '{who} has separated it from another conversation since.',
  target_merged_since: '{who} has merged that conversation into another one. Choose the one that it leads to.',
  merged_with_itself: 'A conversation is not merged into itself.',
  has_merged: 'Others were merged into this conversation. Merge into it instead, or undo that first.',
  merge_into_closed: 'That conversation is closed, and this one is not. Reopen it first, or merge it into this one.',
  merge_of_spam: 'Spam is not merged.',
  merge_of_two_people: 'They are of two people. Merge the contacts first, if they are one person.',
  snooze_is_past: 'The time until which it was snoozed is past.',
  not_undoable: 'This is nothing that can be undone here.',
} as const;

export type SayingCode = keyof typeof sayings;

type NamesIn<Text> = Text extends `${string}{${infer Name}}${infer After}` ? Name | NamesIn<After> : never;
/** Values for the placeholders of a text. */
export type ValuesOf<Text extends string> = Record<NamesIn<Text>, string | number>;
type Values<Code extends SayingCode> = Record<NamesIn<(typeof sayings)[Code]>, string | number | Saying>;
type Rest<Code extends SayingCode> = [NamesIn<(typeof sayings)[Code]>] extends [never] ? [] : [values: Values<Code>];

/**
 * Returns a localized text in English and by its code. A placeholder's value may be a localized text as well.
 *
 * @example throw new Problem('conflict', say('too_many_tags', { max: 20 }))
 */
export function say<Code extends SayingCode>(code: Code, ...[given]: Rest<Code>): Saying {
  const values: Said['values'] = {};
  for (const [name, value] of Object.entries<string | number | Saying>(given ?? {}))
    values[name] = typeof value === 'object' ? value.said : value;
  const said = { code, values };
  return { english: inEnglish(said) ?? sayings[code], said };
}

const isCode = (code: string): code is SayingCode => Object.hasOwn(sayings, code);

/** Returns the English text; undefined for a code of another release. */
export function inEnglish({ code, values }: Said): string | undefined {
  if (!isCode(code)) return undefined;
  const known = Object.entries(values).map(([name, value]) => [
    name,
    typeof value === 'object' ? (inEnglish(value) ?? value.code) : value,
  ]);
  return filledIn(sayings[code], Object.fromEntries(known));
}
