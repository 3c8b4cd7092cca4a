import {
  type AssistantBefore,
  type AssistantChange,
  type RehearsedSettings,
  type RehearsedTool,
  rehearsedSettings,
} from '@parley/contracts/assistant/rehearsals';
import type { ToolDefinition } from '@parley/contracts/assistant/tools';
import { rehearsalWords as words } from '../../i18n/en/rehearsals.ts';
import { listed } from '../../i18n/language.ts';
import { toolWords } from '../../i18n/en/tools.ts';
import { bindingLines, headerLines } from '../../domain/tools/definition.ts';

const names = {
  enabled: 'enabled',
  model: 'model',
  maxTokens: 'maxTokensSetting',
  systemPrompt: 'systemPrompt',
  autoHandoff: 'autoHandoff',
  onlyFromSources: 'onlyFromSources',
  personTopics: 'personTopics',
  maxTurns: 'maxTurns',
  websites: 'websites',
} as const satisfies Record<(typeof rehearsedSettings)[number], string>;

/** Present and future value of a setting, in words. */
export interface ChangedPart {
  id: string;
  name: string;
  /** Name of the whole, if this is one of several parts. */
  of?: string;
  was: string;
  becomes: string;
}

type SettingValue = RehearsedSettings[keyof RehearsedSettings];

function inWordsOf(value: SettingValue): string {
  if (value === null) return words('automatic');
  if (typeof value === 'boolean') return words(value ? 'on' : 'off');
  if (Array.isArray(value)) {
    const lines = value.map((each) => (typeof each === 'string' ? each : each.tone));
    return lines.filter((line) => line.trim() !== '').join('\n') || words('nothing');
  }
  return value === '' || value === undefined ? words('nothing') : String(value);
}

const versionWords = (version: number | null | undefined): string =>
  version === null || version === undefined ? words('notPublished') : words('version', { version: String(version) });
const usageOf = (isUsed: boolean): string => words(isUsed ? 'inUse' : 'notInUse');

/** Returns the differences of a changed action; of one that is added or removed, its description. */
function partsOfTool(
  change: RehearsedTool,
  present: NonNullable<AssistantBefore['tools']>[number] | undefined,
): ChangedPart[] {
  const id = change.id ?? '';
  const [was, becomes] = 'isActive' in change ? [undefined, null] : [present?.definition, change.definition];
  const name = words('action', { name: present?.name ?? becomes?.name ?? id });
  const whole = { id, name, was: usageOf(present?.isActive === true) };
  if ('isActive' in change) return [{ ...whole, becomes: usageOf(change.isActive) }];
  if (!was || !becomes) {
    const descriptionOf = (tool: ToolDefinition | null | undefined): string => tool?.description ?? words('nothing');
    return [{ id, name, was: descriptionOf(was), becomes: descriptionOf(becomes) }];
  }
  const [before, after] = [linesOfTool(was), linesOfTool(becomes)];
  const differing = Object.keys(after).filter((part) => before[part] !== after[part]);
  // Only a secret that was entered again makes no visible difference.
  if (differing.length === 0) return [{ ...whole, becomes: usageOf(becomes.isActive) }];
  return differing.map((part) => ({
    id: `${id} ${part}`,
    name: `${name} · ${part}`,
    of: name,
    was: before[part] ?? '',
    becomes: after[part] ?? '',
  }));
}

/** Returns all visible parts of an action, by their labels in its form. */
function linesOfTool(tool: ToolDefinition): Record<string, string> {
  const { http, mcp } = tool;
  const json = (value: unknown): string => JSON.stringify(value, null, 2);
  return {
    [toolWords('name')]: tool.name,
    [toolWords('does')]: tool.description,
    [toolWords('effect')]: toolWords(tool.effect),
    [toolWords('question')]: tool.confirmation || words('nothing'),
    [toolWords('identity')]: words(tool.needsIdentity ? 'on' : 'off'),
    [toolWords('card')]: words(tool.isCard ? 'on' : 'off'),
    [toolWords('active')]: words(tool.isActive ? 'on' : 'off'),
    [toolWords('arguments')]: json(tool.parameters),
    [toolWords('bound')]: bindingLines(tool.bindings) || words('nothing'),
    [toolWords('address')]: http ? `${http.method} ${http.url}` : (mcp?.tool ?? ''),
    [toolWords('rest')]: http ? toolWords(http.rest) : words('nothing'),
    [toolWords('headers')]: (http && headerLines(http.headers)) || words('nothing'),
    [toolWords('fields')]: http?.fields.join('\n') || words('nothing'),
    [toolWords('largest')]: String(Math.round(tool.maxBytes / 1024)),
    [toolWords('seconds')]: String(tool.timeoutSeconds),
  };
}

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
        was: usageOf(present?.isPaused !== true),
        becomes: usageOf(!isPaused),
      };
    }),
    ...(change.tools ?? []).flatMap((tool) => {
      const present = before.tools?.find((each) => each.id === tool.id);
      return partsOfTool(tool, present);
    }),
  ];
}

/** Returns the subjects of a change, in a line. */
export const subjectOf = (change: AssistantChange, before: AssistantBefore): string =>
  listed([...new Set(partsOf(change, before).map(({ name, of = name }) => of))]);
