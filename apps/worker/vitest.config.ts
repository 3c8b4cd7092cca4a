import { configDefaults, defineConfig } from 'vitest/config';
import { natively, patient } from '../../scripts/lib/vitest-patience.mjs';

export default defineConfig({
  test: {
    ...patient,
    ...natively,
    name: 'worker',
    isolate: false,
    include: ['test/**/*.test.ts'],
    exclude: [
      ...configDefaults.exclude,
      // Kills at random, for minutes: `npm run test:storm`.
      ...(process.env['STORM'] ? [] : ['test/killed-storm.test.ts']),
      // Need real mail servers: `npm run test:mail`.
      ...(process.env['MAIL_TEST_IMAP'] ? [] : ['test/real-*.test.ts']),
    ],
  },
});
