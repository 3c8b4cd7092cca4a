import { fieldProblem } from '@parley/contracts/problems';
import * as routes from '@parley/contracts/routes/transcripts';
import { localize } from '@parley/contracts/i18n/server-texts';
import { mailTranscript, transcriptFile } from '@parley/core/transcripts/transcript';
import { handleRoute } from '../handle-route.ts';
import type { RegisterRoutes } from '../routes.ts';

/** Each may go to any address. */
const mailing = { name: 'transcripts', by: 'caller', max: 20, perSeconds: 3600 } as const;
/** Each reads a whole conversation. */
const reading = { name: 'transcript_files', by: 'caller', max: 60, perSeconds: 60 } as const;

function knownZone(timeZone: string | undefined): string | undefined {
  if (timeZone === undefined) return undefined;
  try {
    return new Intl.DateTimeFormat('en', { timeZone }).resolvedOptions().timeZone;
  } catch (cause) {
    throw fieldProblem('invalid', 'timeZone', localize('no_such_zone'), cause);
  }
}

export const transcriptRoutes: RegisterRoutes = (app, { context }) => {
  handleRoute(
    app,
    routes.getTranscript,
    async ({ params, query, reply, caller }) => {
      const timeZone = knownZone(query.timeZone);
      const file = await transcriptFile(context, caller, params.id, { format: query.format, timeZone });
      return reply
        .type(file.type)
        .header('content-disposition', `attachment; filename="${file.name}"`)
        .send(file.content);
    },
    { limits: [reading] },
  );
  handleRoute(
    app,
    routes.mailTranscript,
    async ({ params, body, caller, reply }) => {
      const mailed = await mailTranscript(context, caller, params.id, body);
      reply.code(202);
      return mailed;
    },
    { limits: [mailing] },
  );
};
