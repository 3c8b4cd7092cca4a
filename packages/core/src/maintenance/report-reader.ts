/**
 * Creates a database role for Metabase, Grafana and the like, which may read the `report_` views and nothing else, and
 * prints its password. Run again, it gives the role a new password.
 *
 *   DATABASE_URL=… node packages/core/src/maintenance/report-reader.ts [role]
 */
import { randomBytes } from 'node:crypto';
import { createDatabase } from '@parley/db/database';
import { grantReportReader } from '@parley/db/stats/report-reader';
import { loadConfig } from '@parley/service/config';
import * as Type from 'typebox';

const [role = 'parley_reports'] = process.argv.slice(2);
if (!/^[a-z][a-z0-9_]{0,62}$/.test(role)) {
  console.error('Usage: report-reader.ts [role], of lower-case letters, digits and underscores');
  process.exitCode = 2;
} else {
  const { DATABASE_URL } = loadConfig(Type.Object({ DATABASE_URL: Type.String() }), process.env);
  const db = createDatabase(DATABASE_URL, { max: 1, applicationName: 'parley-report-reader' });
  const password = randomBytes(24).toString('base64url');
  try {
    await grantReportReader(db, role, password);
    console.log(`Role: ${role}\nPassword: ${password}`);
  } finally {
    await db.destroy();
  }
}
