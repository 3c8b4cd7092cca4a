import { Problem } from '@parley/contracts/problems';
import { expect, test } from 'vitest';
import { DependencyUnavailable, isConnectionError, lostDependency } from '../src/errors.ts';

const coded = (code: string, extra: object = {}): Error => Object.assign(new Error('x'), { code, ...extra });

test.each([
  ['a refused connection', coded('ECONNREFUSED', { syscall: 'connect' })],
  ['a reset connection', coded('ECONNRESET', { syscall: 'read' })],
  [
    'a connection that timed out',
    Object.assign(new Error('connect ETIMEDOUT 10.0.0.7:5432'), { code: 'ETIMEDOUT', syscall: 'connect' }),
  ],
  ['an unknown host', coded('ENOTFOUND', { syscall: 'getaddrinfo' })],
  ['a server shutting down', coded('57P01')],
  ['a server starting', coded('57P03')],
  ['too many connections', coded('53300')],
  ['a full disk', coded('53100')],
  ['a connection exception', coded('08006')],
  ['pg’s lost connection', new Error('Connection terminated unexpectedly')],
  ['pg-pool’s time-out', new Error('timeout exceeded when trying to connect')],
  ['several addresses refused', new AggregateError([coded('ECONNREFUSED', { syscall: 'connect' })])],
  ['a query failed by a lost connection', new Error('query failed', { cause: coded('57P01') })],
])('%s means that the database is away', (_what, error) => {
  expect(lostDependency(error)).toBe('database');
});

test.each([
  ['a closed connection', new Error('Connection is closed.')],
  ['no answer in time', new Error('Command timed out')],
  ['given up commands', Object.assign(new Error('x'), { name: 'MaxRetriesPerRequestError' })],
  ['a Redis still loading', new Error('LOADING Redis is loading the dataset in memory')],
  ['a cluster without its slots', new Error('CLUSTERDOWN Hash slot not served')],
  ['a cluster that sends around', new Error('Too many Cluster redirections. Last error: ReplyError: MOVED 5421 a:1')],
  ['a cluster that is not there', Object.assign(new Error('x'), { name: 'ClusterAllFailedError' })],
])('%s means that Redis is away', (_what, error) => {
  expect(lostDependency(error)).toBe('redis');
});

test.each([
  ['a unique violation', coded('23505')],
  ['a syntax error', coded('42601')],
  ['a wrong type in Redis', new Error('WRONGTYPE Operation against a key')],
  ['a missing file', coded('ENOENT', { syscall: 'open' })],
  ['an aborted call', new DOMException('This operation was aborted', 'AbortError')],
  ['a problem of the caller', new Problem('not_found', 'No such conversation.')],
  ['a bare text', 'Connection is closed.'],
  ['nothing', undefined],
])('%s is no lost connection', (_what, error) => {
  expect(isConnectionError(error)).toBe(false);
});

test('an error that is its own cause is looked at once', () => {
  const error = new Error('x');
  error.cause = error;
  expect(isConnectionError(error)).toBe(false);
});

test('a dependency that is away is a problem with 503 that shows when to try again and nothing of the inside', () => {
  const problem = new DependencyUnavailable('redis', new Error('connect ECONNREFUSED 10.0.0.7:6379'));
  expect(problem).toBeInstanceOf(Problem);
  expect(problem).toMatchObject({ status: 503, code: 'unavailable', retryAfterSeconds: 2, dependency: 'redis' });
  expect(problem.message).toBe('Redis can’t be reached right now. Please try again.');
});
