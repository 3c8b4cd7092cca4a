import type { BulkMessageTables } from './tables/bulk-messages.ts';
import type { ConversationTables } from './tables/conversations.ts';
import type { FactTables } from './tables/facts.ts';
import type { FileTables } from './tables/files.ts';
import type { KnowledgeTables } from './tables/knowledge.ts';
import type { FormTables } from './tables/forms.ts';
import type { HelpTables } from './tables/help.ts';
import type { ImportTables } from './tables/imports.ts';
import type { NotificationTables } from './tables/notifications.ts';
import type { UserTables } from './tables/users.ts';
import type { ProactiveTables } from './tables/proactive.ts';
import type { RehearsalTables } from './tables/rehearsals.ts';
import type { RatingTables } from './tables/ratings.ts';
import type { ReviewTables } from './tables/reviews.ts';
import type { ReportTables } from './tables/reports.ts';
import type { RuleTables } from './tables/rules.ts';
import type { ScheduleTables } from './tables/schedules.ts';
import type { SlaTables } from './tables/sla.ts';
import type { SignInTables } from './tables/sign-in.ts';
import type { TopicTables } from './tables/topics.ts';
import type { WorkTables } from './tables/work.ts';

/** Every table and its columns, as the newest migration leaves them. */
export interface Tables
  extends UserTables,
    BulkMessageTables,
    ConversationTables,
    FactTables,
    FileTables,
    FormTables,
    HelpTables,
    ImportTables,
    KnowledgeTables,
    NotificationTables,
    ProactiveTables,
    RatingTables,
    RehearsalTables,
    ReviewTables,
    ReportTables,
    RuleTables,
    ScheduleTables,
    SignInTables,
    SlaTables,
    TopicTables,
    WorkTables {}
