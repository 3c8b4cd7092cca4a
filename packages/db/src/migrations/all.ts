import type { Migration as KyselyMigration } from 'kysely/migration';
import * as baseline from './0001_baseline.ts';
import * as provenAddresses from './0111_proven_addresses.ts';
import * as emailChanges from './0112_email_changes.ts';
import * as activeContent from './0140_active_content.ts';
import * as waitingFiles from './0141_waiting_files.ts';
import * as messageEmails from './0150_message_emails.ts';
import * as vouchedNumbers from './0180_vouched_numbers.ts';
import * as campaigns from './0181_campaigns.ts';
import * as attributeValues from './0190_attribute_values.ts';
import * as attributeValuesBefore from './0191_attribute_values_before.ts';
import * as loggedOut from './0210_logged_out.ts';
import * as rehearsalsWithoutHeartbeat from './0220_rehearsals_without_heartbeat.ts';
import * as attributeWords from './0230_attribute_words.ts';
import * as handOffSummaries from './0240_hand_off_summaries.ts';
import * as activities from './0260_activities.ts';
import * as suspendedPassages from './0261_suspended_passages.ts';
import * as returnToAssistant from './0262_return_to_assistant.ts';
import * as announcedReminders from './0263_announced_reminders.ts';
import * as scimUsers from './0264_scim_users.ts';
import * as localizedTexts from './0265_localized_texts.ts';
import * as assistantByWebsite from './0266_assistant_by_website.ts';
import * as visitedPages from './0270_visited_pages.ts';
import * as formattedText from './0276_formatted_text.ts';
import * as teamReplies from './0277_team_replies.ts';
import * as companies from './0280_companies.ts';
import * as quotesAndReactions from './0290_quotes_and_reactions.ts';
import * as mailboxes from './0291_mailboxes.ts';
import * as participants from './0292_participants.ts';
import * as severalConversations from './0294_several_conversations.ts';
import * as origins from './0296_origins.ts';
import * as mailboxAccess from './0298_mailbox_access.ts';
import * as schedules from './0302_schedules.ts';
import * as ownTimes from './0304_own_times.ts';
import * as mailedInvitations from './0305_mailed_invitations.ts';
import * as relatedConversations from './0306_related_conversations.ts';
import * as mailStates from './0310_mail_states.ts';
import * as customChannels from './0390_custom_channels.ts';
import * as conversationOrigins from './0391_conversation_origins.ts';
import * as customCards from './0394_custom_cards.ts';
import * as mailboxBehaviour from './0395_mailbox_behaviour.ts';
import * as allowedPictures from './0410_allowed_pictures.ts';
import * as availabilities from './0411_availabilities.ts';
import * as filteredMail from './0412_filtered_mail.ts';
import * as splitConversations from './0450_split_conversations.ts';
import * as channelTextFormat from './0451_channel_text_format.ts';
import * as sla from './0452_sla.ts';
import * as mailTemplates from './0455_mail_templates.ts';
import * as messageRecipients from './0470_message_recipients.ts';
import * as routing from './0470_routing.ts';
import * as rules from './0490_rules.ts';
import * as promises from './0501_promises.ts';
import * as apiChannels from './0502_api_channels.ts';
import * as facts from './0510_facts.ts';
import * as requiredToClose from './0530_required_to_close.ts';
import * as availabilityConfig from './0531_availability_config.ts';
import * as bulkMessages from './0540_bulk_messages.ts';
import * as reportViews from './0560_report_views.ts';
import * as ratings from './0600_ratings.ts';
import * as askedRatings from './0610_asked_ratings.ts';
import * as pushDevices from './0620_push_devices.ts';
import * as reviews from './0640_reviews.ts';
import * as notifications from './0670_notifications.ts';
import * as websiteLooks from './0680_website_looks.ts';
import * as savedReports from './0740_saved_reports.ts';
import * as bulkFiles from './0750_bulk_files.ts';
import * as slackThreads from './0890_slack_threads.ts';
import * as topics from './0920_topics.ts';
import * as forms from './0930_forms.ts';
import * as proactive from './0935_proactive.ts';
import * as liveVisitors from './0940_live_visitors.ts';
import * as devicesBeyondSessions from './0945_devices_beyond_sessions.ts';
import * as websiteMail from './0946_website_mail.ts';
import * as visitorPush from './0947_visitor_push.ts';
import * as shifts from './0950_shifts.ts';
import * as imports from './0960_imports.ts';
import * as currentKnowledge from './0970_current_knowledge.ts';
import * as msteams from './0985_msteams.ts';
import * as transcriptsOfVoiceNotes from './0986_transcripts_of_voice_notes.ts';
import * as whatsapp from './0990_whatsapp.ts';
import * as trackedEvents from './1000_tracked_events.ts';
import * as messengerAndInstagram from './1010_messenger_and_instagram.ts';
import * as sms from './1011_sms.ts';

export interface Migration extends KyselyMigration {
  /**
   * Goes through a big table in many short transactions instead of one, so that it locks nothing for long. It must do no
   * harm when it is run again after it was stopped halfway.
   */
  inBatches?: boolean;
}

/** Every migration by name, in order. A released one never changes: what comes after it is a new one. */
export const migrations: Record<string, Migration> = {
  '0001_baseline': baseline,
  '0111_proven_addresses': provenAddresses,
  '0112_email_changes': emailChanges,
  '0140_active_content': activeContent,
  '0141_waiting_files': waitingFiles,
  '0150_message_emails': messageEmails,
  '0180_vouched_numbers': vouchedNumbers,
  '0181_campaigns': campaigns,
  '0190_attribute_values': attributeValues,
  '0191_attribute_values_before': attributeValuesBefore,
  '0210_logged_out': loggedOut,
  '0220_rehearsals_without_heartbeat': rehearsalsWithoutHeartbeat,
  '0230_attribute_words': attributeWords,
  '0240_hand_off_summaries': handOffSummaries,
  '0260_activities': activities,
  '0261_suspended_passages': suspendedPassages,
  '0262_return_to_assistant': returnToAssistant,
  '0263_announced_reminders': announcedReminders,
  '0264_scim_users': scimUsers,
  '0265_localized_texts': localizedTexts,
  '0266_assistant_by_website': assistantByWebsite,
  '0270_visited_pages': visitedPages,
  '0276_formatted_text': formattedText,
  '0277_team_replies': teamReplies,
  '0280_companies': companies,
  '0290_quotes_and_reactions': quotesAndReactions,
  '0291_mailboxes': mailboxes,
  '0292_participants': participants,
  '0294_several_conversations': severalConversations,
  '0296_origins': origins,
  '0298_mailbox_access': mailboxAccess,
  '0302_schedules': schedules,
  '0304_own_times': ownTimes,
  '0305_mailed_invitations': mailedInvitations,
  '0306_related_conversations': relatedConversations,
  '0310_mail_states': mailStates,
  '0390_custom_channels': customChannels,
  '0391_conversation_origins': conversationOrigins,
  '0394_custom_cards': customCards,
  '0395_mailbox_behaviour': mailboxBehaviour,
  '0410_allowed_pictures': allowedPictures,
  '0411_availabilities': availabilities,
  '0412_filtered_mail': filteredMail,
  '0450_split_conversations': splitConversations,
  '0451_channel_text_format': channelTextFormat,
  '0452_sla': sla,
  '0455_mail_templates': mailTemplates,
  '0470_message_recipients': messageRecipients,
  '0470_routing': routing,
  '0490_rules': rules,
  '0501_promises': promises,
  '0502_api_channels': apiChannels,
  '0510_facts': facts,
  '0530_required_to_close': requiredToClose,
  '0531_availability_config': availabilityConfig,
  '0540_bulk_messages': bulkMessages,
  '0560_report_views': reportViews,
  '0600_ratings': ratings,
  '0610_asked_ratings': askedRatings,
  '0620_push_devices': pushDevices,
  '0640_reviews': reviews,
  '0670_notifications': notifications,
  '0680_website_looks': websiteLooks,
  '0740_saved_reports': savedReports,
  '0750_bulk_files': bulkFiles,
  '0890_slack_threads': slackThreads,
  '0920_topics': topics,
  '0930_forms': forms,
  '0935_proactive': proactive,
  '0940_live_visitors': liveVisitors,
  '0945_devices_beyond_sessions': devicesBeyondSessions,
  '0946_website_mail': websiteMail,
  '0947_visitor_push': visitorPush,
  '0950_shifts': shifts,
  '0960_imports': imports,
  '0970_current_knowledge': currentKnowledge,
  '0985_msteams': msteams,
  '0986_transcripts_of_voice_notes': transcriptsOfVoiceNotes,
  '0990_whatsapp': whatsapp,
  '1000_tracked_events': trackedEvents,
  '1010_messenger_and_instagram': messengerAndInstagram,
  '1011_sms': sms,
};
