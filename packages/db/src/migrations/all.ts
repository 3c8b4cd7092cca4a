import type { Migration as KyselyMigration } from 'kysely/migration';
import * as initial from './0001_initial.ts';
import * as visitorsByWebsite from './0002_visitors_by_website.ts';
import * as inboundMailLetterhead from './0003_inbound_mail_letterhead.ts';
import * as provenMail from './0004_proven_mail.ts';
import * as representativesMayAndCopies from './0005_representatives_may_and_copies.ts';
import * as webhookSecretRotation from './0006_webhook_secret_rotation.ts';
import * as visitorTokens from './0007_visitor_tokens.ts';
import * as acts from './0008_acts.ts';
import * as contacts from './0009_contacts.ts';
import * as contactsOfVisitors from './0009_contacts_of_visitors.ts';
import * as searchRows from './0010_search_rows.ts';
import * as noticesSayWhatTheyAreAbout from './0011_notices_say_what_they_are_about.ts';
import * as customersByChannel from './0012_customers_by_channel.ts';
import * as telegram from './0012_telegram.ts';
import * as deliveriesClaimedByJobs from './0013_deliveries_claimed_by_jobs.ts';
import * as firstAnswers from './0015_first_answers.ts';
import * as firstAnswersOfBefore from './0015_first_answers_of_before.ts';
import * as notes from './0016_notes.ts';
import * as languagesOfUsers from './0017_languages_of_users.ts';
import * as readsDraftsFollowers from './0018_reads_drafts_followers.ts';
import * as tagsPrioritySnooze from './0019_tags_priority_snooze.ts';
import * as typedAttributes from './0019_typed_attributes.ts';
import * as lists from './0020_lists.ts';
import * as listsOfBefore from './0020_lists_of_before.ts';
import * as cannedReplies from './0021_canned_replies.ts';
import * as pagesOfConversations from './0022_pages_of_conversations.ts';
import * as scheduledMessages from './0024_scheduled_messages.ts';
import * as sentMessagesRevised from './0024_sent_messages_revised.ts';
import * as contactPages from './0025_contact_pages.ts';
import * as merges from './0025_merges.ts';
import * as spam from './0025_spam.ts';
import * as noteSearch from './0026_note_search.ts';
import * as searchByCustomer from './0026_search_by_customer.ts';
import * as files from './0027_files.ts';
import * as sayings from './0028_sayings.ts';
import * as conversationsBegun from './0029_conversations_begun.ts';
import * as mergedConversations from './0030_merged_conversations.ts';
import * as filesOfChannels from './0031_files_of_channels.ts';
import * as filesWaiting from './0031_files_waiting.ts';
import * as secondFactors from './0033_second_factors.ts';
import * as identityProviders from './0034_identity_providers.ts';
import * as apiKeys from './0035_api_keys.ts';
import * as auditChain from './0036_audit_chain.ts';
import * as roles from './0037_roles.ts';
import * as teams from './0038_teams.ts';
import * as moreCounts from './0039_more_counts.ts';
import * as moreCountsOfBefore from './0039_more_counts_of_before.ts';
import * as knowledge from './0040_knowledge.ts';
import * as helpCentre from './0041_help_centre.ts';
import * as answerLedger from './0042_answer_ledger.ts';
import * as copilot from './0043_copilot.ts';
import * as apiKeysByPermission from './0044_api_keys_by_permission.ts';
import * as teamsOfConversations from './0045_teams_of_conversations.ts';
import * as rehearsals from './0046_rehearsals.ts';
import * as tools from './0047_tools.ts';
import * as directoryGroups from './0048_directory_groups.ts';
import * as suggestedArticles from './0049_suggested_articles.ts';
import * as readTranslated from './0050_read_translated.ts';
import * as changedTools from './0052_changed_tools.ts';
import * as removedAttributes from './0053_removed_attributes.ts';
import * as copiedActs from './0054_copied_acts.ts';
import * as translatedConversations from './0057_translated_conversations.ts';
import * as searchTail from './0058_search_tail.ts';
import * as begunBefore from './0059_begun_before.ts';
import * as searchOfOldWords from './0060_search_of_old_words.ts';
import * as keysOfScheduled from './0075_keys_of_scheduled.ts';
import * as mailsSetAside from './0090_mails_set_aside.ts';
import * as accountsWithoutPassword from './0110_accounts_without_password.ts';
import * as provenAddresses from './0111_proven_addresses.ts';
import * as emailChanges from './0112_email_changes.ts';
import * as messageEmails from './0150_message_emails.ts';
import * as conversationsWithoutSubject from './0091_conversations_without_subject.ts';

export interface Migration extends KyselyMigration {
  /**
   * Goes through a big table in many short transactions instead of one, so that it locks nothing for long. It must do no
   * harm when it is run again after it was stopped halfway.
   */
  inBatches?: boolean;
}

/** Every migration by name, in order. A released one never changes: what comes after it is a new one. */
export const migrations: Record<string, Migration> = {
  '0001_initial': initial,
  '0002_visitors_by_website': visitorsByWebsite,
  '0003_inbound_mail_letterhead': inboundMailLetterhead,
  '0004_proven_mail': provenMail,
  '0005_representatives_may_and_copies': representativesMayAndCopies,
  '0006_webhook_secret_rotation': webhookSecretRotation,
  '0007_visitor_tokens': visitorTokens,
  '0008_acts': acts,
  '0009_contacts': contacts,
  '0009_contacts_of_visitors': contactsOfVisitors,
  '0010_search_rows': searchRows,
  '0011_notices_say_what_they_are_about': noticesSayWhatTheyAreAbout,
  '0012_customers_by_channel': customersByChannel,
  '0012_telegram': telegram,
  '0013_deliveries_claimed_by_jobs': deliveriesClaimedByJobs,
  '0015_first_answers': firstAnswers,
  '0015_first_answers_of_before': firstAnswersOfBefore,
  '0016_notes': notes,
  '0017_languages_of_users': languagesOfUsers,
  '0018_reads_drafts_followers': readsDraftsFollowers,
  '0019_tags_priority_snooze': tagsPrioritySnooze,
  '0019_typed_attributes': typedAttributes,
  '0020_lists': lists,
  '0020_lists_of_before': listsOfBefore,
  '0021_canned_replies': cannedReplies,
  '0022_pages_of_conversations': pagesOfConversations,
  '0024_scheduled_messages': scheduledMessages,
  '0024_sent_messages_revised': sentMessagesRevised,
  '0025_contact_pages': contactPages,
  '0025_merges': merges,
  '0025_spam': spam,
  '0026_note_search': noteSearch,
  '0026_search_by_customer': searchByCustomer,
  '0027_files': files,
  '0028_sayings': sayings,
  '0029_conversations_begun': conversationsBegun,
  '0030_merged_conversations': mergedConversations,
  '0031_files_of_channels': filesOfChannels,
  '0031_files_waiting': filesWaiting,
  '0033_second_factors': secondFactors,
  '0034_identity_providers': identityProviders,
  '0035_api_keys': apiKeys,
  '0036_audit_chain': auditChain,
  '0037_roles': roles,
  '0038_teams': teams,
  '0039_more_counts': moreCounts,
  '0039_more_counts_of_before': moreCountsOfBefore,
  '0040_knowledge': knowledge,
  '0041_help_centre': helpCentre,
  '0042_answer_ledger': answerLedger,
  '0043_copilot': copilot,
  '0044_api_keys_by_permission': apiKeysByPermission,
  '0045_teams_of_conversations': teamsOfConversations,
  '0046_rehearsals': rehearsals,
  '0047_tools': tools,
  '0048_directory_groups': directoryGroups,
  '0049_suggested_articles': suggestedArticles,
  '0050_read_translated': readTranslated,
  '0052_changed_tools': changedTools,
  '0053_removed_attributes': removedAttributes,
  '0054_copied_acts': copiedActs,
  '0057_translated_conversations': translatedConversations,
  '0058_search_tail': searchTail,
  '0059_begun_before': begunBefore,
  '0060_search_of_old_words': searchOfOldWords,
  '0075_keys_of_scheduled': keysOfScheduled,
  '0090_mails_set_aside': mailsSetAside,
  '0091_conversations_without_subject': conversationsWithoutSubject,
  '0110_accounts_without_password': accountsWithoutPassword,
  '0111_proven_addresses': provenAddresses,
  '0112_email_changes': emailChanges,
  '0150_message_emails': messageEmails,
};
