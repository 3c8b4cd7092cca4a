import type { Catalogue, Messages, Plural } from './catalogue.ts';
import type { common } from './en/common.ts';
import type { authWords } from './en/auth.ts';
import type { documentationWords } from './en/documentation.ts';
import type { integrationWords } from './en/integrations.ts';
import type { knowledgeWords } from './en/knowledge.ts';
import type { mailWords } from './en/mail.ts';
import type { notes } from './en/notes.ts';
import type { overviewWords } from './en/overview.ts';
import type { profile } from './en/profile.ts';
import type { ui } from './en/ui.ts';
import type { times } from './en/times.ts';
import type { forms } from './en/forms.ts';
import type { problems } from './en/problems.ts';
import type { commands } from './en/commands.ts';
import type { commandBar } from './en/command-bar.ts';
import type { notifications } from './en/notifications.ts';
import type { live } from './en/live.ts';
import type { layout } from './en/layout.ts';
import type { firstRun } from './en/first-run.ts';
import type { conversations } from './en/conversations.ts';
import type { notFound } from './en/not-found.ts';
import type { thread } from './en/thread.ts';
import type { acts } from './en/acts.ts';
import type { inbox } from './en/inbox.ts';
import type { visitor } from './en/visitor.ts';
import type { settingsWords } from './en/settings.ts';
import type { signinWords } from './en/signin.ts';
import type { teamWords } from './en/team.ts';
import type { webhookWords } from './en/webhooks.ts';
import type { websiteWords } from './en/websites.ts';
import type { widgetWords } from './en/widget.ts';

/** The same keys, each as long and as plural as the language wants it. */
type Translated<C> =
  C extends Catalogue<infer M extends Messages>
    ? { [Key in keyof M]?: M[Key] extends string ? string : Plural }
    : never;

/** Every room's texts in another language. */
export interface Translation {
  common?: Translated<typeof common>;
  auth?: Translated<typeof authWords>;
  documentation?: Translated<typeof documentationWords>;
  integrations?: Translated<typeof integrationWords>;
  knowledge?: Translated<typeof knowledgeWords>;
  mail?: Translated<typeof mailWords>;
  notes?: Translated<typeof notes>;
  overview?: Translated<typeof overviewWords>;
  profile?: Translated<typeof profile>;
  ui?: Translated<typeof ui>;
  times?: Translated<typeof times>;
  forms?: Translated<typeof forms>;
  problems?: Translated<typeof problems>;
  commands?: Translated<typeof commands>;
  commandBar?: Translated<typeof commandBar>;
  notifications?: Translated<typeof notifications>;
  live?: Translated<typeof live>;
  layout?: Translated<typeof layout>;
  firstRun?: Translated<typeof firstRun>;
  conversations?: Translated<typeof conversations>;
  notFound?: Translated<typeof notFound>;
  thread?: Translated<typeof thread>;
  acts?: Translated<typeof acts>;
  inbox?: Translated<typeof inbox>;
  visitor?: Translated<typeof visitor>;
  settings?: Translated<typeof settingsWords>;
  signin?: Translated<typeof signinWords>;
  team?: Translated<typeof teamWords>;
  webhooks?: Translated<typeof webhookWords>;
  websites?: Translated<typeof websiteWords>;
  widget?: Translated<typeof widgetWords>;
}
