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
  summary: 'What rehearsing a change would take; nothing is kept of it',
  body: Strict({ change: AssistantChange, conversations: RehearsedConversations }),
  responses: { 200: RehearsalEstimate },
});

export const startRehearsal = route({
  method: 'POST',
  path: '/api/rehearsals',
  access,
  permission,
  tag,
  summary: 'Have a change answered over past conversations, beside what is published; nothing but the model is called',
  body: Strict({ change: AssistantChange, conversations: RehearsedConversations, budget: RehearsalBudget }),
  responses: { 202: Rehearsal },
});

export const listRehearsals = route({
  method: 'GET',
  path: '/api/rehearsals',
  access,
  permission,
  tag,
  summary: 'The newest 50 rehearsals, the newest first',
  responses: { 200: Type.Array(Rehearsal) },
});

export const getRehearsal = route({
  method: 'GET',
  path: '/api/rehearsals/:id',
  access,
  permission,
  tag,
  summary: 'How far a rehearsal is, and how both sides fare',
  params,
  responses: { 200: Rehearsal },
});

export const listRehearsalRows = route({
  method: 'GET',
  path: '/api/rehearsals/:id/rows',
  access,
  permission,
  tag,
  summary: 'What would change: answers that differ, tests that fail, questions without an answer',
  params,
  responses: { 200: Type.Array(RehearsalRow) },
});

export const cancelRehearsal = route({
  method: 'POST',
  path: '/api/rehearsals/:id/cancel',
  access,
  permission,
  tag,
  summary: 'Stop a rehearsal; what it has found stays',
  params,
  responses: { 200: Rehearsal },
});

export const resumeRehearsal = route({
  method: 'POST',
  path: '/api/rehearsals/:id/resume',
  access,
  permission,
  tag,
  summary: 'Go on with a rehearsal that was paused or has spent its budget, and try again what failed',
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
  summary: 'Publish the change, all of it or nothing; refused when the same was changed in the meantime',
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
  summary: 'The newest 50 changes that were published from a report, the newest first',
  responses: { 200: Type.Array(AssistantPublication) },
});

export const revertPublication = route({
  method: 'POST',
  path: '/api/rehearsal-publications/:id/revert',
  access,
  permission,
  tag,
  summary: 'Revert a published change completely; refused when later changes build on it',
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
  summary: 'The questions that every rehearsal asks',
  responses: { 200: Type.Array(RehearsalTest) },
});

export const addRehearsalTest = route({
  method: 'POST',
  path: '/api/rehearsal-tests',
  access,
  permission,
  tag,
  summary: 'Keep the question of a row as a test',
  body: Strict({ rowId: Id, expectation: TestExpectation }),
  responses: { 201: RehearsalTest },
});

export const deleteRehearsalTest = route({
  method: 'DELETE',
  path: '/api/rehearsal-tests/:id',
  access,
  permission,
  tag,
  summary: 'Ask a question no more',
  params,
  responses: { 204: NoContent },
});
