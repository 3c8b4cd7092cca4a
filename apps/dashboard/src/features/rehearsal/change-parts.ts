import {
  type AssistantBefore,
  type AssistantChange,
  type RehearsedSettings,
  rehearsedSettings,
} from '@parley/contracts/rehearsals';
import { rehearsalWords as words } from '../../i18n/en/rehearsals.ts';

const names = {
  enabled: 'enabled',
  model: 'model',
  maxTokens: 'maxTokensSetting',
  systemPrompt: 'systemPrompt',
  autoHandoff: 'autoHandoff',
  personTopics: 'personTopics',
  maxTurns: 'maxTurns',
  tones: 'tones',
} as const satisfies Record<(typeof rehearsedSettings)[number], string>;

/** What something was and becomes, in words. */
export interface ChangedPart {
  id: string;
  name: string;
  was: string;
  becomes: string;
}

type SettingValue = RehearsedSettings[keyof RehearsedSettings];

function inWordsOf(value: SettingValue): string {
  if (typeof value === 'boolean') return words(value ? 'on' : 'off');
  if (Array.isArray(value)) {
    const lines = value.map((each) => (typeof each === 'string' ? each : each.tone));
    return lines.filter((line) => line.trim() !== '').join('\n') || words('nothing');
  }
  return value === '' || value === undefined ? words('nothing') : String(value);
}

const versionWords = (version: number | null | undefined): string =>
  version === null || version === undefined ? words('notPublished') : words('version', { version: String(version) });
const useWords = (isUsed: boolean): string => words(isUsed ? 'inUse' : 'notInUse');

/** The parts of a change, each by itself. */
export function partsOf(change: AssistantChange, before: AssistantBefore): ChangedPart[] {
  return [
    ...rehearsedSettings.flatMap((name): ChangedPart[] =>
      change.settings?.[name] === undefined
        ? []
        : [
            {
              id: name,
              name: words(names[name]),
              was: inWordsOf(before.settings[name]),
              becomes: inWordsOf(change.settings[name]),
            },
          ],
    ),
    ...(change.articles ?? []).map(({ id, locale, version }): ChangedPart => {
      const present = before.articles.find((each) => each.id === id && each.locale === locale);
      return {
        id: `${id} ${locale}`,
        name: words('article', { title: present?.title ?? id }),
        was: versionWords(present?.version),
        becomes: versionWords(version),
      };
    }),
    ...(change.sources ?? []).map(({ id, isPaused }): ChangedPart => {
      const present = before.sources.find((each) => each.id === id);
      return {
        id,
        name: words('source', { name: present?.name ?? id }),
        was: useWords(present?.isPaused !== true),
        becomes: useWords(!isPaused),
      };
    }),
    ...(change.tools ?? []).map(({ id, isActive }): ChangedPart => {
      const present = before.tools?.find((each) => each.id === id);
      return {
        id,
        name: words('action', { name: present?.name ?? id }),
        was: useWords(present?.isActive === true),
        becomes: useWords(isActive),
      };
    }),
  ];
}
