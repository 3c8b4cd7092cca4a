import * as Type from 'typebox';
import { savedReportNameMaxLength } from '../reports/limits.ts';
import { reportIds } from '../reports/reports.ts';
import { reportAudiences, ReportSchedule, ReportSelection, SavedReport } from '../reports/saved.ts';
import { route } from '../route.ts';
import { allOptional, Defaulted, expected, IdParam, Name, NoContent, Nullable, OneOf, Strict } from '../schema.ts';

const tag = { name: 'Saved reports', description: 'Reports under a name, and when they are mailed to whom.' };
const params = Strict({ id: IdParam });
const path = '/api/saved-reports';
const permission = 'reports.read';

const fields = {
  name: Name({ maxLength: savedReportNameMaxLength }),
  selection: ReportSelection,
  audience: OneOf(reportAudiences),
  schedule: Nullable(ReportSchedule),
};

export const listSavedReports = route({
  method: 'GET',
  path,
  access: 'staff',
  permission,
  tag,
  summary: 'List the caller’s saved reports and those shared with all, by name',
  responses: { 200: Type.Array(SavedReport) },
});

export const addSavedReport = route({
  method: 'POST',
  path,
  access: 'staff',
  permission,
  tag,
  summary: 'Save a report under a name, perhaps with times at which it is mailed',
  body: Strict({
    name: fields.name,
    report: OneOf(reportIds),
    selection: fields.selection,
    audience: Defaulted(fields.audience, 'me'),
    schedule: Defaulted(fields.schedule, null),
  }),
  responses: { 201: SavedReport },
});

export const updateSavedReport = route({
  method: 'PATCH',
  path: `${path}/:id`,
  access: 'staff',
  permission,
  tag,
  summary: 'Change a saved report and its mails, as its owner or, if shared, with `views.manage`',
  params,
  body: Strict({ ...allOptional(fields), ...expected(fields) }, { minProperties: 1 }),
  responses: { 200: SavedReport },
});

export const deleteSavedReport = route({
  method: 'DELETE',
  path: `${path}/:id`,
  access: 'staff',
  permission,
  tag,
  summary: 'Delete a saved report and end its mails',
  params,
  responses: { 204: NoContent },
});

export const mailSavedReport = route({
  method: 'POST',
  path: `${path}/:id/mails`,
  access: 'staff',
  permission,
  tag,
  summary: 'Mail a saved report to the caller now',
  refusals: ['not_configured'],
  params,
  responses: { 204: NoContent },
});

const stopPath = '/api/report-mails/stop';
const query = Strict({ token: Type.String({ maxLength: 1000, description: 'Of the link' }) });

export const reportMailsPage = route({
  method: 'GET',
  path: stopPath,
  access: 'anyone',
  tag,
  summary: 'Show the page on which a recipient ends the mails of a report; opening it changes nothing',
  refusals: ['not_found'],
  query,
  responses: { 200: Type.Unknown() },
  raw: true,
});

export const stopReportMails = route({
  method: 'POST',
  path: stopPath,
  access: 'anyone',
  tag,
  summary: 'End the mails of a report to the recipient of the link',
  refusals: ['not_found'],
  query,
  bodyLimit: 1024,
  responses: { 200: Type.Unknown() },
  raw: true,
});
