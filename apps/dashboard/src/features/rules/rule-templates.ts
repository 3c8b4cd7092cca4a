import type { RuleContent } from '@parley/contracts/rules/rules';
import { ruleWords } from '../../i18n/en/rules.ts';
import type { RuleNames } from './rule-words.ts';

export const emptyRule: RuleContent = {
  name: '',
  isOn: false,
  stops: false,
  triggers: ['customer_message'],
  time: null,
  filter: { all: [] },
  hours: null,
  words: [],
  languages: [],
  actions: [],
};

export interface RuleTemplate {
  id: string;
  label: () => string;
  /** Returns the rule to begin with, named in the user's language. */
  make: (names: RuleNames, me: string) => Partial<RuleContent>;
}

/** Good rules to begin with. They are off until they are saved as on. */
export const ruleTemplates: readonly RuleTemplate[] = [
  {
    id: 'vip',
    label: () => ruleWords('templateVip'),
    make: ({ tags }) => ({
      triggers: ['conversation_opened', 'tag_added'],
      filter: { all: tags[0] ? [{ field: 'tag', op: 'has', value: tags[0].id }] : [] },
      actions: [{ type: 'priority', priority: 'urgent' }],
    }),
  },
  {
    id: 'hours',
    label: () => ruleWords('templateHours'),
    make: () => ({
      triggers: ['conversation_opened'],
      hours: 'outside',
      actions: [{ type: 'message', text: ruleWords('templateHoursText'), variants: [] }],
    }),
  },
  {
    id: 'spam',
    label: () => ruleWords('templateSpam'),
    make: () => ({
      triggers: ['conversation_opened'],
      words: [ruleWords('templateSpamWord')],
      actions: [{ type: 'close', reason: ruleWords('templateSpam') }],
      stops: true,
    }),
  },
  {
    id: 'remind',
    label: () => ruleWords('templateRemind'),
    make: (_names, me) => ({
      triggers: ['time_in_state'],
      time: { state: 'unanswered', minutes: 24 * 60, isWorkingTime: false },
      actions: [
        { type: 'priority', priority: 'high' },
        { type: 'notify', userIds: [me], text: ruleWords('templateRemindText') },
      ],
    }),
  },
  {
    id: 'escalate',
    label: () => ruleWords('templateEscalate'),
    make: () => ({
      triggers: ['promise_warned', 'sla_warned'],
      actions: [
        { type: 'priority', priority: 'high' },
        { type: 'notify_lead', text: ruleWords('templateEscalateText') },
      ],
    }),
  },
  {
    id: 'tag',
    label: () => ruleWords('templateTag'),
    make: ({ tags }) => ({
      words: [ruleWords('templateTagWord')],
      actions: tags[0] ? [{ type: 'tag', add: [tags[0].id] }] : [],
    }),
  },
];
