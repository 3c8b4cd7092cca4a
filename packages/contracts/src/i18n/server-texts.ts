/**
 * Texts of the server that users read in the dashboard: each has a code that never changes, and English for API clients
 * and for clients that don't know the code. The dashboard has them in every language
 * (`apps/dashboard/src/i18n/<language>.ts`); one that is missing there does not compile.
 */
import { type LocalizedText, shownValue, type Text } from './localized-text.ts';
import { dataImportTexts } from './data-imports.ts';
import { fieldTexts } from './fields.ts';
import { filterTexts } from './filters.ts';
import { handOffParts, handOffReasons } from './hand-off.ts';
import { importTexts } from './import.ts';
import { fill, type Rest as RestOf } from './messages.ts';
import { refusalTexts } from './refusals.ts';

export { LocalizedText, Text } from './localized-text.ts';

export const serverTexts = {
  ...fieldTexts,
  ...filterTexts,
  ...handOffReasons,
  ...handOffParts,
  ...importTexts,
  ...dataImportTexts,
  ...refusalTexts,

  and_then: '{first} {second}',

  // Why a conversation was assigned to someone.
  routed_and: '{first}, {second}',
  routed_owner: 'had the previous conversation',
  routed_covering: 'covers for {name}',
  routed_turn: 'next in turn',
  routed_load: '{load} of {capacity} open',
  routed_idle: 'idle for {minutes} min',
  routed_offline: 'no one else available',
  routed_language: 'speaks {language}',
  routed_skill: 'knows {skill}',
  routed_back: 'Not answered for {minutes} minutes while {name} was offline',
  routed_lead: 'Not answered again while {name} was offline for {minutes} minutes',

  // Subjects of deliveries.
  new_conversation: 'New conversation',
  audit_entry: 'Audit log entry',
  hand_off: 'Hand-off',
  unanswered: 'Unanswered for {minutes} minutes',
  idle: 'No messages for {days} days',
  conversation_changed: 'Conversation changed',
  conversation_closed: 'Conversation closed',
  conversation_deleted: 'Conversation deleted',
  new_message: 'New message',
  message_changed: 'Message changed',
  sla_due_soon: 'Due soon',
  sla_overdue: 'Overdue',
  rating_given: 'Rating',
  form_completed: 'Form completed',
  rating_asked: 'Question for a rating',
  no_such_rating: 'This question can’t be answered any more.',
  answer_to_customer: 'Answer to the customer',
  answer_while_away: 'Answer outside working hours',
  reaction_to_customer: 'Reaction to a message of the customer’s',
  greeting: 'Greeting',
  group_number: 'Number of a group',
  automatic_reply: 'Automatic reply',
  no_automatic_reply: 'The mailbox no longer sends automatic replies.',
  answers_for_who_left: 'Replies for a customer who left',
  forwarded_messages: 'Forwarded messages',
  copy_of_answers: 'Copy of replies to a customer',
  transcript: 'Conversation transcript',
  message_to_thread: 'Message to a thread in {name}',
  reply_from_thread: 'Reply from {name}',

  // Why a delivery was not made, or a test failed.
  switched_off: '{name} is turned off.',
  webhook_removed: 'The webhook was removed.',
  channel_removed: 'The API channel was deleted.',
  bucket_refuses_key:
    'Amazon refuses the access key for the bucket {bucket}. Check the key, and that it may read the bucket.',
  mail_not_in_bucket: 'The bucket {bucket} doesn’t have an email that Amazon announced, or is in another region.',
  bucket_failed: 'The bucket {bucket} answered {status}. Its email is fetched when Amazon calls again.',
  mail_in_other_bucket: 'Email waits in the bucket {bucket}. Enter this bucket and its access key here.',
  channel_reported_failure: '{name} couldn’t deliver this message.',
  channel_reported_reason: '{name} couldn’t deliver this message: {words}',
  webhook_unreadable: 'The webhook’s address can’t be decrypted. Enter it again.',
  conversation_gone: 'The conversation was deleted.',
  address_changed: 'The customer has changed their address since.',
  no_longer_participant: 'This address no longer gets the emails of the conversation.',
  address_stopped: 'Mail to this address came back. Allow it again in the conversation.',
  copy_of_nothing: 'Copies are sent only of replies that a person wrote.',
  wants_no_mail: 'This address has unsubscribed from email.',
  address_unproven: 'This address is unverified, and no person has replied yet.',
  mail_not_sent: 'The email couldn’t be sent.',
  files_unchecked: 'Files of this message are still being checked.',
  file_refused: 'A file of this message can’t be sent.',
  file_elsewhere:
    'Parley can’t open {name}, because it isn’t stored in the message itself. Send it from Parley, or add it to a note.',
  csv_without_files: 'A CSV has no files. Attach them to the reply: {names}',
  no_encryption_internal:
    '{host} offers no encryption (STARTTLS), so nothing was sent. Use a port that encrypts, or add ?requireTLS=false to SMTP_URL to send without encryption.',
  no_encryption:
    '{host} offers no encryption (STARTTLS), so nothing was sent. Choose a port that encrypts, or allow sending without encryption in Integrations, Email.',
  trello_not_json: 'Trello’s answer isn’t JSON.',
  trello_no_card: 'Trello returned no card.',
  trello_no_list: 'The Trello board has no open list.',
  slack_token_refused: 'Slack refuses the bot token. Copy it again from “OAuth & Permissions” of your Slack app.',
  slack_not_in_channel: 'The Slack app isn’t in this channel. Invite it there with /invite.',
  slack_scope_missing:
    'The Slack app lacks the scope {scope}. Add it under “OAuth & Permissions” and reinstall the app.',
  msteams_refused: 'Teams refuses this. Check that the Parley app is still in the team.',
  msteams_credentials_refused:
    'Microsoft refuses the app ID, the tenant ID or the client secret. Copy them again from the app’s registration.',
  answered_empty: '{name} returned no message.',
  nobody_knows: 'It’s unknown whether {name} accepted this message: it sent no answer. Retry sends it again.',
  push_sent: '{host} accepted the message.',
  push_gone: '{host} no longer knows this device, so it was removed. Turn notifications on again.',
  call_failed: 'The call failed.',
  answered: '{host} answered {status}',
  answered_with: '{host} answered {status}: {words}',
  timed_out: '{host} didn’t answer within {seconds} seconds.',
  too_large: 'The answer from {host} is larger than {size} KiB.',
  too_many_redirects: '{host} redirected more than {limit} times.',
  unknown_host: '{host} is not a known host name.',
  lookup_failed: '{host} couldn’t be looked up right now.',
  connection_refused: '{host} refused the connection.',
  connection_closed: '{host} closed the connection.',
  unreachable: '{host} couldn’t be reached.',
  certificate_expired: 'The certificate of {host} has expired.',
  certificate_self_signed: 'The certificate of {host} is self-signed.',
  certificate_chain_self_signed: 'The certificate chain of {host} contains a self-signed certificate.',
  certificate_unknown_issuer: 'The certificate of {host} comes from an unknown issuer.',
  certificate_other_name: 'The certificate of {host} is for another name.',
  no_tls: '{host} doesn’t use TLS on this port.',
  no_http: '{host} didn’t answer with HTTP.',

  // Missing settings that prevent a test.
  webhook_address_missing: 'The webhook address is missing.',
  slack_token_missing: 'Enter the bot token and the signing secret of your Slack app.',
  msteams_app_missing: 'Enter the app ID, the tenant ID and the client secret of your Teams app.',
  trello_incomplete: 'Enter the API key, the token and the board ID.',
  website_missing: 'Choose the website its conversations belong to.',
  bot_token_missing: 'Enter the bot token from @BotFather.',
  bot_token_malformed: 'The bot token isn’t valid. Copy it again from @BotFather; it looks like 123456789:AAF…',
  whatsapp_missing: 'Enter the phone number ID and the access token of your WhatsApp app.',
  no_model: 'No model is set up. Choose a provider and enter its key in the assistant’s settings.',
  no_mail_server: 'The server has no mail settings: set SMTP_URL.',
  smtp_host_missing: 'The SMTP host is missing.',
  from_address_missing: 'The from address is missing.',
  no_sync_source: 'Set SYNC_SOURCE_DATABASE_URL to the production database to copy from.',

  // Results of a test.
  slack_works: 'Connected to {workspace} as {bot}.',
  msteams_works: 'Connected to Microsoft Teams. Channels found: {count}.',
  msteams_no_team: 'Microsoft accepts the app. Now add it to a team in Microsoft Teams.',
  telegram_calls: '{bot} works for {domain}. Telegram sends messages to this server.',
  telegram_is_asked: '{bot} works for {domain}. This server polls Telegram for messages.',
  telegram_last_failed: 'Telegram’s last call failed: {words}.',
  telegram_team_notified: 'A message was sent to the team’s group.',
  telegram_team_missing: 'The team’s group is no longer set.',
  whatsapp_works: '{name} ({number}) works for {domain}.',
  whatsapp_unreachable: 'This number doesn’t have WhatsApp, or its owner accepts no messages from you.',
  whatsapp_account_missing: 'Enter the WhatsApp Business account ID to load its templates.',
  whatsapp_template_changed: 'WhatsApp doesn’t have this template in this form any more. Choose it again.',
  whatsapp_template_paused: 'WhatsApp has paused this template because customers reported it or didn’t read it.',
  whatsapp_template_held:
    'WhatsApp didn’t deliver this template: the customer has had many marketing messages lately. Try again tomorrow.',
  whatsapp_payment:
    'Meta charges for templates and has no valid payment method for your account. Add one in WhatsApp Manager.',
  access_token_ended: '{name} no longer accepts the access token. Enter a new one.',
  meta_missing: 'Enter the account’s ID and the access token of your Meta app for {name}.',
  account_works: '{name} works for {domain}.',
  sms_missing: 'Enter the account SID, the auth token and the sender of your Twilio account.',
  sms_refused_login: 'Twilio doesn’t accept the account SID and the auth token. Copy them again from its console.',
  sms_opted_out: 'The customer has opted out of text messages. They get them again after writing START.',
  sms_no_number: 'This number can’t receive text messages.',
  sms_filtered: 'The carrier blocked this message as spam.',
  meta_unreachable: '{name} doesn’t deliver to this customer: they have left or blocked you.',
  mailbox_holds_one: 'Logged in to {host} as {user}; {name} holds 1 message.',
  mailbox_holds: 'Logged in to {host} as {user}; {name} holds {count} messages.',
  mailbox_refused: 'The mailbox rejected the user or the password.',
  mailbox_refused_with: 'The mailbox rejected the user or the password: {words}',
  mailbox_consent_needed: 'Access at {name} is missing or has ended. Sign in there again.',
  mail_provider_missing: 'No OAuth client is set up for this provider. Add one in Settings, Mailboxes.',
  mail_device_missing: '{name} has no sign-in by code for email. Sign in here instead.',
  mail_refresh_missing:
    'The provider gave no lasting access. Allow offline access for this client, then sign in again.',
  mailbox_without_oauth: 'This mailbox is opened with a password.',
  mailbox_idle: 'The server announces new email at once.',
  mailbox_polled: 'The server doesn’t announce new email, so it is asked every {seconds} seconds.',
  mailbox_port_missing: 'No worker accepts email: set INBOUND_SMTP_PORT, then forward {address} to that port.',
  mailbox_webhook_ready: 'Enter this address at the provider: {url}',
  check_skipped: 'Not tried, because an earlier step failed.',
  check_sent: '{host} accepted a test message from {address}.',
  check_arrived: 'The test message came back after {seconds} seconds.',
  check_lost:
    'The test message didn’t come back within {seconds} seconds. Look in the spam folder, and check that {address} leads to this mailbox.',
  check_thread: 'Replies to {address} arrive, so each finds its conversation.',
  check_thread_lost:
    'Mail to {address} doesn’t arrive: the server has no addresses with “+”. Replies find their conversation by their references alone.',
  spf_ok: 'SPF of {domain} lets {host} send.',
  spf_missing: '{domain} has no SPF record, so receivers can’t tell that {host} may send. Add the record below.',
  spf_several: '{domain} has {count} SPF records, which receivers treat as an error. Merge them into the record below.',
  spf_other: 'SPF of {domain} doesn’t name {host}. Replace the record with the one below.',
  spf_open: 'SPF of {domain} lets anyone send (+all). Replace the record with the one below.',
  dkim_ok: 'The test message is signed for {domain} (selector {selector}).',
  dkim_other:
    'The test message is signed for {found}, which doesn’t count for {domain}. Turn on DKIM for {domain} at your email provider.',
  dkim_missing: 'The test message isn’t signed. Turn on DKIM for {domain} at your email provider, and add its record.',
  dkim_unknown: 'The signature shows once a test message has come back.',
  dmarc_ok: 'DMARC of {domain} is on (p={policy}).',
  dmarc_none: 'DMARC of {domain} only watches (p=none). Once SPF and DKIM work, replace the record with the one below.',
  dmarc_missing: '{domain} has no DMARC record, which Gmail and Yahoo require of senders. Add the record below.',
  dns_unreadable: 'DNS of {domain} couldn’t be read ({code}). Try again later.',
  port_accepts: 'Port {port} accepts email for {address}.',
  authentication_results_trusted: 'Authentication results (SPF, DKIM, DMARC) from {name} are trusted.',
  authentication_results_untrusted: 'Authentication results aren’t trusted: INBOUND_AUTHSERV_ID isn’t set.',
  nothing_comes_in:
    'No email is received: set REPLY_ADDRESS for the API and the worker, and IMAP_URL or INBOUND_SMTP_PORT for the worker.',
  nothing_reads: 'No mailbox is read for {address}: set IMAP_URL to its mailbox, or INBOUND_SMTP_PORT, for the worker.',
  reply_address_missing: 'Set REPLY_ADDRESS for the worker too.',

  // Why a message that was sent is not changed.
  edit_too_late: '{name} only allows changes within {hours} hours of sending.',
  edit_on_its_way: '{name} hasn’t delivered this message yet. Try again in a moment.',
  edit_too_long: 'This is longer than what {name} delivered. Send the rest as a new message.',
  merged_stays: 'This conversation was merged into another one, so its messages can’t be changed.',

  // Why a conversation was not changed.
  taken_by: '{who} has already taken over this conversation.',
  taken_by_somebody: 'Someone else has already taken over this conversation.',
  not_as_seen: 'This conversation has changed since you last saw it.',
  tag_gone: 'A tag was deleted in the meantime. Choose another one.',
  too_many_tags: 'A conversation can have at most {max} tags.',
  is_closed: 'This conversation is closed.',
  no_such_conversation: 'There is no such conversation.',
  closed_since: '{who} has closed it since.',
  reopened_since: '{who} has reopened it since.',
  assigned_since: '{who} has assigned it since.',
  taken_over_since: '{who} has taken it over since.',
  tagged_since: '{who} has tagged it since.',
  retitled_since: '{who} has changed its subject since.',
  prioritised_since: '{who} has changed its priority since.',
  participants_changed_since: '{who} has changed who gets the emails since.',
  related_changed_since: '{who} has changed its links since.',
  snoozed_since: '{who} has snoozed it since.',
  unsnoozed_since: '{who} has ended its snooze since.',
  changed_since: '{who} has changed it since.',
  changed_by_customer: 'The customer has changed it since.',
  written_since: 'Someone has written since.',
  being_changed: 'Others are changing this conversation. Try again.',
  returned_to_assistant_since: '{who} has returned it to the assistant since.',
  handed_off_since: '{who} has handed it off to a person since.',
  described_since: '{who} has changed its attributes since.',
  undone_since: '{who} has undone a change of it since.',
  written_since_by: '{who} has written since.',
  written_by_customer: 'The customer has written since.',
  written_by_assistant: 'The assistant has written since.',
  changed_by_somebody: 'Someone has changed it since.',
  changed_by_assistant: 'The assistant has changed it since.',
  merged_since: '{who} has merged it into another conversation since.',
  unmerged_since: '{who} has undone its merge since.',
  target_merged_since: '{who} has merged that conversation into another one. Choose the other one instead.',
  merged_with_itself: 'A conversation can’t be merged into itself.',
  has_merged: 'Other conversations were merged into this one. Merge into it instead, or undo that first.',
  merge_into_closed: 'That conversation is closed, but this one isn’t. Reopen it first, or merge it into this one.',
  merge_of_spam: 'Spam can’t be merged.',
  split_what: 'Name the messages, or the first one.',
  split_too_many: 'At most {max} messages are split off at once.',
  split_of_spam: 'Spam can’t be split.',
  split_of_merged: 'A merged conversation can’t be split. Undo the merge first.',
  split_everything: 'At least one message has to stay.',
  split_being_mailed: 'An email with one of these messages is being sent. Try again when it has arrived.',
  split_since: '{who} has split messages off since.',
  split_off_since: '{who} has split it off another conversation since.',
  merge_of_two_people: 'They belong to two contacts. Merge the contacts first if they are the same person.',
  snooze_is_past: 'The time it was snoozed until has passed.',
  not_undoable: 'This can’t be undone.',
} as const;

export type MessageKey = keyof typeof serverTexts;

type Rest<Key extends MessageKey> = RestOf<(typeof serverTexts)[Key], string | number | LocalizedText>;

/**
 * Returns a localized text. A placeholder's value may be a localized text as well.
 *
 * @example throw new Problem('conflict', say('too_many_tags', { max: 20 }))
 */
export const localize = <Code extends MessageKey>(code: Code, ...[values]: Rest<Code>): LocalizedText => ({
  code,
  values: values ?? {},
});

const isCode = (code: string): code is MessageKey => Object.hasOwn(serverTexts, code);

/** Returns a text in English, for mails, logs and other programs; the key of a text that this release doesn't have. */
export function englishOf(text: Text): string {
  if (typeof text === 'string') return text;
  if (!isCode(text.code)) return text.code;
  const values = Object.entries(text.values).map(([name, value]) => [
    name,
    typeof value === 'object' ? englishOf(value) : shownValue(text.code, name, value, 'en'),
  ]);
  return fill(serverTexts[text.code], Object.fromEntries(values), 'en');
}

/** Returns the message key of a text with its values; undefined for words in a language of their own. */
export const localizedOf = (text: Text): LocalizedText | undefined => (typeof text === 'string' ? undefined : text);
