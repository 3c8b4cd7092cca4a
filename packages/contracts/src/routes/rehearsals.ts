import * as Type from 'typebox';
import {
  AssistantChange,
  AssistantPublication,
  Rehearsal,
  RehearsalBudget,
  RehearsalEstimate,
  RehearsalRow,
  RehearsalTest,
  RehearsedConversations,
  TestExpectation,
} from '../assistant/rehearsals.ts';
import { route } from '../route.ts';
import { Id, IdParam, NoContent, Strict } from '../schema.ts';
import { recentProof } from '../users/step-up.ts';

const tag = {
  name: 'Rehearsals',
  description:
    'Changes of the assistant, answered over past conversations before they are published, and the way back from them.',
};
const params = Strict({ id: IdParam });
const permission = 'settings.change';
const access = 'staff';

export const estimateRehearsal = route({
  method: 'POST',
  path: '/api/rehearsals/estimate',
  access,
  permission,
  tag,
  summary: 'Estimate what rehearsing a change would cost; nothing is stored',
  body: Strict({ change: AssistantChange, conversations: RehearsedConversations }),
  responses: { 200: RehearsalEstimate },
});

export const startRehearsal = route({
  method: 'POST',
  path: '/api/rehearsals',
  access,
  permission,
  tag,
  summary: 'Start a rehearsal: past conversations are answered with and without a change; only the model is called',
  body: Strict({ change: AssistantChange, conversations: RehearsedConversations, budget: RehearsalBudget }),
  responses: { 202: Rehearsal },
});

export const listRehearsals = route({
  method: 'GET',
  path: '/api/rehearsals',
  access,
  permission,
  tag,
  summary: 'List the newest 50 rehearsals, newest first',
  responses: { 200: Type.Array(Rehearsal) },
});

export const getRehearsal = route({
  method: 'GET',
  path: '/api/rehearsals/:id',
  access,
  permission,
  tag,
  summary: 'Get the progress of a rehearsal and the results of both sides',
  params,
  responses: { 200: Rehearsal },
});

export const listRehearsalRows = route({
  method: 'GET',
  path: '/api/rehearsals/:id/rows',
  access,
  permission,
  tag,
  summary: 'List what would change: different answers, failing tests, unanswered questions',
  params,
  responses: { 200: Type.Array(RehearsalRow) },
});

export const cancelRehearsal = route({
  method: 'POST',
  path: '/api/rehearsals/:id/cancel',
  access,
  permission,
  tag,
  summary: 'Stop a rehearsal; its results stay',
  params,
  responses: { 200: Rehearsal },
});

export const resumeRehearsal = route({
  method: 'POST',
  path: '/api/rehearsals/:id/resume',
  access,
  permission,
  tag,
  summary: 'Continue a paused rehearsal or one with a spent budget, and retry what failed',
  params,
  body: Strict({ budget: Type.Optional(RehearsalBudget) }),
  responses: { 202: Rehearsal },
});

export const publishRehearsal = route({
  method: 'POST',
  path: '/api/rehearsals/:id/publish',
  access,
  permission,
  tag,
  summary: 'Publish a change, all or nothing; refused if the same was changed in the meantime',
  description: `Asks for ${recentProof} where actions change.`,
  refusals: ['step_up_required'],
  params,
  responses: { 201: AssistantPublication },
});

export const listPublications = route({
  method: 'GET',
  path: '/api/rehearsal-publications',
  access,
  permission,
  tag,
  summary: 'List the newest 50 published changes, newest first',
  responses: { 200: Type.Array(AssistantPublication) },
});

export const revertPublication = route({
  method: 'POST',
  path: '/api/rehearsal-publications/:id/revert',
  access,
  permission,
  tag,
  summary: 'Revert a published change completely; refused if later changes build on it',
  description: `Asks for ${recentProof} where actions change.`,
  refusals: ['step_up_required'],
  params,
  responses: { 200: AssistantPublication },
});

export const listRehearsalTests = route({
  method: 'GET',
  path: '/api/rehearsal-tests',
  access,
  permission,
  tag,
  summary: 'List the questions that every rehearsal asks',
  responses: { 200: Type.Array(RehearsalTest) },
});

export const addRehearsalTest = route({
  method: 'POST',
  path: '/api/rehearsal-tests',
  access,
  permission,
  tag,
  summary: 'Save the question of a row as a test',
  body: Strict({ rowId: Id, expectation: TestExpectation }),
  responses: { 201: RehearsalTest },
});

export const deleteRehearsalTest = route({
  method: 'DELETE',
  path: '/api/rehearsal-tests/:id',
  access,
  permission,
  tag,
  summary: 'Delete a test',
  params,
  responses: { 204: NoContent },
});
