import { answerRoutes } from './answers/routes.ts';
import { apiKeyRoutes } from './api-keys/routes.ts';
import { bulkRoutes } from './bulk/routes.ts';
import { bulkMessageRoutes } from './bulk/messages.ts';
import { cannedReplyRoutes } from './canned-replies/routes.ts';
import { companyRoutes } from './contacts/company-routes.ts';
import { contactRoutes } from './contacts/routes.ts';
import { noteRoutes } from './conversations/note-routes.ts';
import { attributeRoutes } from './conversations/attribute-routes.ts';
import { reminderRoutes } from './conversations/reminder-routes.ts';
import { scheduledRoutes } from './conversations/scheduled-routes.ts';
import { conversationRoutes } from './conversations/routes.ts';
import { personalRoutes } from './conversations/personal-routes.ts';
import { transcriptRoutes } from './conversations/transcript-routes.ts';
import { tagRoutes } from './conversations/tag-routes.ts';
import { copilotRoutes } from './copilot/routes.ts';
import { dataRoutes } from './data/routes.ts';
import { fileRoutes } from './files/routes.ts';
import { imageRoutes } from './images/routes.ts';
import { importRoutes } from './imports/routes.ts';
import { integrationRoutes } from './integrations/routes.ts';
import { formRoutes } from './forms/routes.ts';
import { helpRoutes } from './help/routes.ts';
import { helpSite } from './help/site.ts';
import { knowledgeSourceRoutes } from './knowledge/source-routes.ts';
import { notificationRoutes } from './notifications/routes.ts';
import { overviewRoutes } from './overview/routes.ts';
import { mcpRoutes } from './mcp/routes.ts';
import { mailboxRoutes } from './mail/mailbox-routes.ts';
import { mailRoutes } from './mail/routes.ts';
import { proactiveRoutes } from './proactive/routes.ts';
import { reportRoutes } from './reports/routes.ts';
import { savedReportRoutes } from './reports/saved-routes.ts';
import { rehearsalRoutes } from './rehearsals/routes.ts';
import { rolesRoutes } from './roles/routes.ts';
import { reviewRoutes } from './reviews/routes.ts';
import { simulationRoutes } from './routing/simulation-routes.ts';
import { ruleRoutes } from './rules/routes.ts';
import { secondFactorRoutes } from './sign-in/second-factor-routes.ts';
import { sessionRoutes } from './sign-in/session-routes.ts';
import { signInRoutes } from './sign-in/sign-in-routes.ts';
import { accountRoutes } from './users/account-routes.ts';
import { providerRoutes } from './users/provider-routes.ts';
import { pushRoutes } from './users/push-routes.ts';
import { scimRoutes } from './users/scim-routes.ts';
import { userRoutes } from './users/routes.ts';
import type { RegisterRoutes } from './routes.ts';
import { scheduleRoutes } from './settings/schedule-routes.ts';
import { ratingRoutes } from './ratings/routes.ts';
import { slaRoutes } from './settings/sla-routes.ts';
import { settingsRoutes } from './settings/routes.ts';
import { toolRoutes } from './tools/routes.ts';
import { topicRoutes } from './topics/routes.ts';
import { viewRoutes } from './views/routes.ts';
import { liveVisitorRoutes } from './visitors/live-routes.ts';
import { visitorRoutes } from './visitors/routes.ts';
import { websiteRoutes } from './websites/routes.ts';

/** Every route of the contracts has its handler in one of these; a test compares. */
export const registerRoutes: RegisterRoutes = (app, dependencies) => {
  for (const register of [
    accountRoutes,
    providerRoutes,
    signInRoutes,
    secondFactorRoutes,
    sessionRoutes,
    userRoutes,
    pushRoutes,
    rolesRoutes,
    apiKeyRoutes,
    scimRoutes,
    conversationRoutes,
    noteRoutes,
    personalRoutes,
    tagRoutes,
    reminderRoutes,
    notificationRoutes,
    scheduledRoutes,
    transcriptRoutes,
    viewRoutes,
    bulkRoutes,
    importRoutes,
    bulkMessageRoutes,
    attributeRoutes,
    companyRoutes,
    contactRoutes,
    cannedReplyRoutes,
    visitorRoutes,
    liveVisitorRoutes,
    mailRoutes,
    mailboxRoutes,
    overviewRoutes,
    settingsRoutes,
    scheduleRoutes,
    slaRoutes,
    simulationRoutes,
    ratingRoutes,
    reviewRoutes,
    ruleRoutes,
    websiteRoutes,
    integrationRoutes,
    toolRoutes,
    topicRoutes,
    copilotRoutes,
    answerRoutes,
    knowledgeSourceRoutes,
    rehearsalRoutes,
    proactiveRoutes,
    reportRoutes,
    savedReportRoutes,
    formRoutes,
    helpRoutes,
    helpSite,
    fileRoutes,
    imageRoutes,
    dataRoutes,
    mcpRoutes,
  ]) {
    register(app, dependencies);
  }
};
