import type { Catalogue, Messages, Plural } from './catalogue.ts';
import type { authWords } from './en/auth.ts';
import type { common } from './en/common.ts';
import type { documentationWords } from './en/documentation.ts';
import type { integrationWords } from './en/integrations.ts';
import type { knowledgeWords } from './en/knowledge.ts';
import type { mailWords } from './en/mail.ts';
import type { notes } from './en/notes.ts';
import type { overviewWords } from './en/overview.ts';
import type { profile } from './en/profile.ts';
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
  auth?: Translated<typeof authWords>;
  common?: Translated<typeof common>;
  documentation?: Translated<typeof documentationWords>;
  integrations?: Translated<typeof integrationWords>;
  knowledge?: Translated<typeof knowledgeWords>;
  mail?: Translated<typeof mailWords>;
  notes?: Translated<typeof notes>;
  overview?: Translated<typeof overviewWords>;
  profile?: Translated<typeof profile>;
  settings?: Translated<typeof settingsWords>;
  signin?: Translated<typeof signinWords>;
  team?: Translated<typeof teamWords>;
  webhooks?: Translated<typeof webhookWords>;
  websites?: Translated<typeof websiteWords>;
  widget?: Translated<typeof widgetWords>;
}
