import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { mocked, patient } from './scripts/lib/vitest-patience.mjs';

/** Long files, in the order of their length. One of them that began last would run on alone. */
const long = [
  'e2e/dashboard/accessibility.test.ts',
  'e2e/dashboard/layout.test.ts',
  'e2e/dashboard/administration.test.ts',
  'e2e/dashboard/conversations.test.ts',
  'e2e/dashboard/keys.test.ts',
  'e2e/dashboard/everywhere.test.ts',
  'e2e/widget/accessibility.test.ts',
  'e2e/widget/tabs.test.ts',
  'apps/worker/test/killed.test.ts',
  'apps/worker/test/ai-replies.test.ts',
  'apps/worker/test/actions.test.ts',
  'packages/core/test/conversation-fields.test.ts',
  'apps/api/test/fuzz.test.ts',
  'packages/db/test/indexes.test.ts',
  'apps/worker/test/mail-in.test.ts',
  'packages/core/test/knowledge-sources.test.ts',
  'apps/worker/test/actions-elsewhere.test.ts',
  'apps/worker/test/telegram.test.ts',
  'apps/worker/test/files.test.ts',
  'apps/worker/test/webhooks.test.ts',
  'apps/worker/test/text-time.test.ts',
  'apps/worker/test/telegram-workers.test.ts',
];

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification) => long.findIndex((name) => moduleId.endsWith(name));
    // oxlint-disable-next-line unicorn/no-array-sort -- the sequencer's, which answers a new array
    const sorted = await super.sort(files);
    const first = sorted.filter((file) => place(file) >= 0).toSorted((a, b) => place(a) - place(b));
    return [...first, ...sorted.filter((file) => place(file) < 0)];
  }
}

/** One run over every package's tests; each package keeps its own settings. */
export default defineConfig({
  test: {
    projects: [
      'packages/*',
      'apps/*',
      'deploy',
      'deploy/front',
      'scripts',
      'e2e',
      { test: { ...patient, name: 'mocked', include: [mocked] } },
    ],
    sequence: { sequencer: LongestFirst },
    silent: 'passed-only',
  },
});
