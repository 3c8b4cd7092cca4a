import { route } from '../route.ts';
import { Simulation, SimulationDraft } from '../routing/simulation.ts';
import { IdParam, Strict } from '../schema.ts';

const tag = {
  name: 'Simulations',
  description: 'Past days once more, with another routing, other people or another SLA policy.',
};

export const startSimulation = route({
  method: 'POST',
  path: '/api/simulations',
  access: 'staff',
  permission: 'conversations.read',
  tag,
  summary:
    'Replay past days with a change before it is saved; nothing is changed. For leads of the team and users who may save it',
  refusals: ['forbidden', 'not_found', 'conflict'],
  body: SimulationDraft,
  responses: { 202: Simulation },
});

export const readSimulation = route({
  method: 'GET',
  path: '/api/simulations/:id',
  access: 'staff',
  permission: 'conversations.read',
  tag,
  summary: 'Get a simulation that you started in the last 24 hours: its progress, and its result',
  params: Strict({ id: IdParam }),
  responses: { 200: Simulation },
});
