import type { AuditAction } from '@parley/contracts/audit-actions';
import type { ProblemCode } from '@parley/contracts/problems';
import type { SayingCode } from '@parley/contracts/sayings';
import type { Catalogue, Messages, Plural } from './catalogue.ts';
import type { insertion } from './en/insertion.ts';
import type { accessWords } from './en/access.ts';
import type { common } from './en/common.ts';
import type { authWords } from './en/auth.ts';
import type { documentationWords } from './en/documentation.ts';
import type { apiKeyWords } from './en/apikeys.ts';
import type { auditWords } from './en/audit.ts';
import type { networkWords } from './en/network.ts';
import type { integrationWords } from './en/integrations.ts';
import type { knowledgeWords } from './en/knowledge.ts';
import type { mailWords } from './en/mail.ts';
import type { notes } from './en/notes.ts';
import type { overviewWords } from './en/overview.ts';
import type { ownership } from './en/ownership.ts';
import type { profile } from './en/profile.ts';
import type { replies } from './en/replies.ts';
import type { ui } from './en/ui.ts';
import type { times } from './en/times.ts';
import type { files } from './en/files.ts';
import type { forms } from './en/forms.ts';
import type { commands } from './en/commands.ts';
import type { commandBar } from './en/commandbar.ts';
import type { notifications } from './en/notifications.ts';
import type { blockWords } from './en/block.ts';
import type { contactWords } from './en/contacts.ts';
import type { attributeWords } from './en/attributes.ts';
import type { labels } from './en/labels.ts';
import type { pickers } from './en/pickers.ts';
import type { vocabulary } from './en/vocabulary.ts';
import type { live } from './en/live.ts';
import type { merging } from './en/merging.ts';
import type { layout } from './en/layout.ts';
import type { firstRun } from './en/firstrun.ts';
import type { conversations } from './en/conversations.ts';
import type { notFound } from './en/notfound.ts';
import type { thread } from './en/thread.ts';
import type { acts } from './en/acts.ts';
import type { inbox } from './en/inbox.ts';
import type { undoWords } from './en/undo.ts';
import type { views } from './en/views.ts';
import type { search } from './en/search.ts';
import type { visitor } from './en/visitor.ts';
import type { revisions } from './en/revisions.ts';
import type { scheduledWords } from './en/scheduled.ts';
import type { transcripts } from './en/transcripts.ts';
import type { settingsWords } from './en/settings.ts';
import type { signinWords } from './en/signin.ts';
import type { ssoWords } from './en/sso.ts';
import type { ssoSignInWords } from './en/ssosignin.ts';
import type { teamWords } from './en/team.ts';
import type { webhookWords } from './en/webhooks.ts';
import type { websiteWords } from './en/websites.ts';
import type { websiteFileWords } from './en/websitefiles.ts';
import type { widgetWords } from './en/widget.ts';

/** The same keys, each as long and as plural as the language wants it. */
type Translated<C> =
  C extends Catalogue<infer M extends Messages> ? { [Key in keyof M]: M[Key] extends string ? string : Plural } : never;

/** Every room's texts in another language. */
export interface Translation {
  insertion: Translated<typeof insertion>;
  access: Translated<typeof accessWords>;
  common: Translated<typeof common>;
  auth: Translated<typeof authWords>;
  documentation: Translated<typeof documentationWords>;
  integrations: Translated<typeof integrationWords>;
  knowledge: Translated<typeof knowledgeWords>;
  mail: Translated<typeof mailWords>;
  notes: Translated<typeof notes>;
  overview: Translated<typeof overviewWords>;
  ownership: Translated<typeof ownership>;
  profile: Translated<typeof profile>;
  replies: Translated<typeof replies>;
  ui: Translated<typeof ui>;
  times: Translated<typeof times>;
  files: Translated<typeof files>;
  forms: Translated<typeof forms>;
  commands: Translated<typeof commands>;
  commandbar: Translated<typeof commandBar>;
  notifications: Translated<typeof notifications>;
  attributes: Translated<typeof attributeWords>;
  contacts: Translated<typeof contactWords>;
  block: Translated<typeof blockWords>;
  labels: Translated<typeof labels>;
  pickers: Translated<typeof pickers>;
  vocabulary: Translated<typeof vocabulary>;
  merging: Translated<typeof merging>;
  live: Translated<typeof live>;
  layout: Translated<typeof layout>;
  firstrun: Translated<typeof firstRun>;
  conversations: Translated<typeof conversations>;
  notfound: Translated<typeof notFound>;
  thread: Translated<typeof thread>;
  acts: Translated<typeof acts>;
  inbox: Translated<typeof inbox>;
  undo: Translated<typeof undoWords>;
  views: Translated<typeof views>;
  search: Translated<typeof search>;
  visitor: Translated<typeof visitor>;
  revisions: Translated<typeof revisions>;
  scheduled: Translated<typeof scheduledWords>;
  transcripts: Translated<typeof transcripts>;
  settings: Translated<typeof settingsWords>;
  signin: Translated<typeof signinWords>;
  sso: Translated<typeof ssoWords>;
  ssosignin: Translated<typeof ssoSignInWords>;
  team: Translated<typeof teamWords>;
  webhooks: Translated<typeof webhookWords>;
  websites: Translated<typeof websiteWords>;
  websitefiles: Translated<typeof websiteFileWords>;
  widget: Translated<typeof widgetWords>;
  apikeys: Translated<typeof apiKeyWords>;
  audit: Translated<typeof auditWords>;
  network: Translated<typeof networkWords>;
  /** What the server says in sentences of its own, by code (@parley/contracts/sayings). */
  sayings: Record<SayingCode | AuditAction, string>;
  /**
   * What the server says in English by itself, by the problem's code (@parley/contracts/problems). For those alone that
   * say as much as its sentence does: not for `invalid`, say. `count` are the seconds to wait with `rate_limited`.
   */
  problems?: Partial<Record<ProblemCode, string | Plural>>;
}
