import { problems } from '@parley/contracts/problems';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import { Compile } from 'typebox/compile';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contractRoutes, exampleOf, openapiDocument } from '../src/documentation/openapi.ts';
import { startApi, type TestApi } from './support/api.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

interface Operation {
  operationId: string;
  responses: Record<string, { content?: Record<string, { schema: object }> }>;
  security?: object[];
  requestBody?: { required: boolean };
}

describe('the OpenAPI document', () => {
  it('names every route once, with its answers and its refusals', async () => {
    const document = (await api.call('GET', '/api/openapi.json')).json();
    expect(document.openapi).toBe('3.1.0');
    const operations = Object.values<Record<string, Operation>>(document.paths).flatMap((path) => Object.values(path));
    expect(operations.map(({ operationId }) => operationId).toSorted()).toEqual(
      contractRoutes.map(([name]) => name).toSorted(),
    );
    for (const operation of operations) {
      expect(operation.responses).toHaveProperty('429.content');
      expect(operation.responses).toHaveProperty('503.content');
    }
    const { responses, security } = document.paths['/api/conversations/{id}/takeover'].post;
    expect(Object.keys(responses)).toEqual(expect.arrayContaining(['200', '401', '404', '409', '422']));
    expect(security).toEqual([{ session: [] }, { apiKey: ['write', 'conversations.assign'] }]);
    expect(responses[429].headers).toHaveProperty('Retry-After');
    expect(responses[429].headers).toHaveProperty('RateLimit-Remaining');
    expect(document.paths['/api/conversations'].get.responses[200].headers).toHaveProperty('Link');
  });

  it('has every reference it makes, and no schema twice', async () => {
    const document = (await api.call('GET', '/api/openapi.json')).json();
    const references = new Set(
      [...JSON.stringify(document).matchAll(/"\$ref":"#\/components\/(\w+\/[\w-]+)"/g)].map(([, name]) => name),
    );
    const names = Object.entries<object>(document.components).flatMap(([kind, all]) =>
      Object.keys(all).map((name) => `${kind}/${name}`),
    );
    expect([...references].filter((name) => !names.includes(String(name)))).toEqual([]);
    expect(references).toContain('schemas/Conversation');
    expect(JSON.stringify(document)).not.toContain('"$id"');
  });

  it('gives examples that its own schemas accept', () => {
    const wrong = contractRoutes.filter(([, { body, responses }]) =>
      [...(body ? [body] : []), ...Object.values(responses)].some(
        (schema) => !Compile(schema).Check(exampleOf(schema)),
      ),
    );
    expect(wrong.map(([name]) => name)).toEqual([]);
  });

  it('documents who may call every operation, and which need not be given a body', async () => {
    const { paths } = (await api.call('GET', '/api/openapi.json')).json();
    const operations = Object.values<Record<string, Operation>>(paths).flatMap((path) => Object.values(path));
    expect(operations.filter(({ security }) => !Array.isArray(security))).toEqual([]);
    expect(paths['/api/images/{name}'].get.security).toEqual([]);
    expect(paths['/api/user'].get.security).toEqual([{ session: [] }, { apiKey: [] }]);
    expect(paths['/api/webhooks'].get.security).toEqual([{ session: [] }, { apiKey: ['read', 'webhooks.manage'] }]);
    expect(paths['/api/api-keys'].post.security).toEqual([{ session: [] }]);
    const bodies = operations.filter(({ requestBody }) => requestBody?.required === false);
    expect(bodies.map(({ operationId }) => operationId)).toEqual(['invite']);
  });

  it('is found well by a linter, its descriptions and examples included', async () => {
    const config = await createConfig({
      extends: ['recommended-strict'],
      rules: {
        'no-invalid-media-type-examples': 'error',
        'no-invalid-parameter-examples': 'error',
        'no-invalid-schema-examples': 'error',
        'operation-4xx-problem-details-rfc7807': 'error',
        'operation-description': 'error',
        'operation-tag-defined': 'error',
        'parameter-description': 'error',
        'tag-description': 'error',
      },
    });
    const found = await lintFromString({
      source: JSON.stringify(openapiDocument('https://chat.parley.test')),
      absoluteRef: 'openapi.json',
      config,
    });
    // SCIM refuses in words of its own; the way back from an identity provider and a mail's link redirect.
    const inItsOwnWay = ({ ruleId, location }: (typeof found)[number]) =>
      (ruleId === 'operation-4xx-problem-details-rfc7807' &&
        location[0]?.pointer?.startsWith('#/paths/~1api~1scim~1')) ||
      (ruleId === 'operation-2xx-response' && /~1(?:callback|stop-mails)\//.test(location[0]?.pointer ?? ''));
    const others = found.filter((each) => !inItsOwnWay(each));
    expect(others.map(({ message, location }) => `${location[0]?.pointer}: ${message}`)).toEqual([]);
  });

  it('explains every way a call can be refused', async () => {
    const text = (await api.call('GET', '/api/openapi.json')).body;
    const unexplained = Object.keys(problems).filter((code) => !text.includes(`urn:parley:problem:${code}`));
    expect(unexplained).toEqual(['internal']);
  });
});

describe('the documentation page', () => {
  it('works offline: it loads nothing from anywhere else, and its policy lets it run', async () => {
    const page = await api.call('GET', '/api/docs/');
    expect(page.statusCode).toBe(200);
    const loaded = [...page.body.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, address]) => String(address));
    expect(loaded.length).toBeGreaterThan(2);
    expect(loaded.filter((address) => /^(https?:)?\/\//.test(address))).toEqual([]);
    for (const address of loaded) {
      const { pathname } = new URL(address, 'http://localhost/api/docs/');
      expect((await api.call('GET', pathname)).statusCode).toBe(200);
    }
    expect(page.headers['content-security-policy']).toMatch(/script-src 'self'/);
    expect(page.body).not.toMatch(/<script>(?!\s*<)/);
  });

  it('shows the very document that programs get', async () => {
    const [shown, document] = [await api.call('GET', '/api/docs/json'), await api.call('GET', '/api/openapi.json')];
    expect(shown.json()).toEqual(document.json());
  });
});
