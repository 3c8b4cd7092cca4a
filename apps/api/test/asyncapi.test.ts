/** The websocket's documentation: the document for programs, the page for people, and their examples. */
import specs from '@asyncapi/specs';
import { ClientFrame, ServerFrame } from '@parley/contracts/frames';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { Compile } from 'typebox/compile';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startApi, type TestApi } from './support/api.ts';
import { withReference } from './support/websocket-page.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

const frames = [...ClientFrame.anyOf, ...ServerFrame.anyOf];
const described = (frame: object) => ({
  examples: 'examples' in frame && Array.isArray(frame.examples) ? frame.examples : [],
  description: 'description' in frame ? String(frame.description) : '',
});

it('every frame of the websocket is described, with examples that its own schema and no other accepts', () => {
  const faults = frames.flatMap((frame) => {
    const { examples, description } = described(frame);
    const check = Compile(frame);
    const isDocumented = description !== '' && examples.length > 0;
    return isDocumented && examples.every((example) => check.Check(example)) ? [] : [frame.properties.type.const];
  });
  expect(faults).toEqual([]);
  for (const side of [ClientFrame, ServerFrame]) {
    for (const frame of side.anyOf) {
      const accepting = side.anyOf.filter((each) => Compile(each).Check(described(frame).examples[0]));
      expect(accepting).toEqual([frame]);
    }
  }
});

it('the AsyncAPI document keeps to the schema of AsyncAPI 3 and names every frame once', async () => {
  const document = (await api.call('GET', '/api/asyncapi.json')).json();
  expect([...Compile(specs.schemasWithoutId['3.0.0']).Errors(document)]).toEqual([]);
  const { receiveFromClients, sendToClients } = document.operations;
  expect([...receiveFromClients.messages, ...sendToClients.messages]).toHaveLength(frames.length);
  expect(Object.keys(document.components.messages)).toHaveLength(frames.length);
});

it('the AsyncAPI document has every reference it makes', async () => {
  const document = (await api.call('GET', '/api/asyncapi.json')).json();
  const text = JSON.stringify(document);
  const found = (pointer: string): unknown =>
    pointer
      .split('/')
      .slice(1)
      .reduce((inner, name) => inner?.[name], document);
  const pointers = [...text.matchAll(/"\$ref":"([^"]+)"/g)].map(([, pointer = '']) => pointer);
  expect(pointers.filter((pointer) => found(pointer) === undefined)).toEqual([]);
  expect(pointers).toContain('#/components/schemas/Message');
  expect(text).not.toContain('"$id"');
});

it('docs/websocket.md lists every frame, close code and limit as the schemas have them', () => {
  const file = path.resolve(import.meta.dirname, '../../../docs/websocket.md');
  const page = readFileSync(file, 'utf8');
  if (process.env.UPDATE === '1') writeFileSync(file, withReference(page));
  expect(readFileSync(file, 'utf8')).toBe(withReference(page));
});
