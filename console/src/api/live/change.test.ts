import { expect, test } from 'vitest'
import { type Change, isTouchedBy, type Read } from './change.ts'

const change = (given: Partial<Change>): Change => ({
  cursor: '1-1',
  kind: 'instance',
  action: 'updated',
  id: 'i1',
  name: 'web',
  siloId: 's1',
  projectId: 'p1',
  parentId: null,
  ...given,
})
const read = (operation: string, input: object, data?: unknown): Read => ({
  queryKey: [operation, input],
  state: { data },
})
const names = new Map([
  ['p1', 'shop'],
  ['p2', 'blog'],
])

test.each([
  ['the list of its project', read('instanceList', { query: { project: 'shop' } }), true],
  ['the list of its project, by id', read('instanceList', { query: { project: 'p1' } }), true],
  ['the list of another project', read('instanceList', { query: { project: 'blog' } }), false],
  ['a project of unknown id', read('instanceList', { query: { project: 'new-name' } }), false],
  ['the counts of its project', read('projectCounts', { path: { project: 'shop' } }), true],
  ['the counts of another project', read('projectCounts', { path: { project: 'blog' } }), false],
  ['a list of several projects', read('siloInstanceList', { query: { project: ['blog', 'shop'] } }), true],
  ['a list of other projects', read('siloInstanceList', { query: { project: ['blog'] } }), false],
  ['the list of all projects', read('siloInstanceList', { query: {} }), true],
  ['itself by name', read('instanceView', { path: { instance: 'web' }, query: { project: 'shop' } }), true],
  ['itself by id', read('instanceView', { path: { instance: 'i1' } }), true],
  [
    'a namesake elsewhere',
    read('instanceView', { path: { instance: 'web' }, query: { project: 'blog' } }),
    false,
  ],
  ['its neighbour', read('instanceView', { path: { instance: 'db' }, query: { project: 'shop' } }), false],
  ['the plan of its deletion', read('instanceDeletionPlan', { path: { instance: 'i1' } }), true],
  ['another kind', read('diskList', { query: { project: 'shop' } }), false],
  ['who is signed in', read('currentUserView', {}), false],
])('a change of an instance and %s', (_, query, touched) => {
  expect(isTouchedBy(change({}), query, names)).toBe(touched)
})

test.each([
  ['renamed', { action: 'updated', name: 'store' }, 'shop', true],
  ['described anew', { action: 'updated', name: 'shop' }, 'shop', false],
  ['deleted', { action: 'deleted', name: 'shop' }, 'shop', true],
  ['deleted elsewhere', { action: 'deleted', name: 'shop' }, 'blog', true],
  ['renamed elsewhere, known', { action: 'updated', id: 'p2', name: 'news' }, 'shop', false],
] as const)('an answer read in a project that is %s', (_, given, project, touched) => {
  const known = change({ kind: 'project', id: 'p1', projectId: null, ...given })
  const seen = project === 'blog' ? new Map() : names
  expect(isTouchedBy(known, read('instanceList', { query: { project } }), seen)).toBe(touched)
})

test('refetches lists of a project while its id is unknown', () => {
  expect(
    isTouchedBy(change({ projectId: 'p9' }), read('instanceList', { query: { project: 'shop' } }), names),
  ).toBe(true)
})

test('matches a renamed resource by its old name', () => {
  const view = read('instanceView', { path: { instance: 'old' }, query: { project: 'shop' } }, { id: 'i1' })
  expect(isTouchedBy(change({ name: 'new' }), view, names)).toBe(true)
})

test('always matches a singleton, which has no name', () => {
  const rules = read('vpcFirewallRulesView', { query: { vpc: 'main', project: 'shop' } })
  expect(isTouchedBy(change({ kind: 'vpc-firewall-rule' }), rules, names)).toBe(true)
})

test.each([
  ['silo-policy', null, 'shop', true],
  ['silo-group', null, 'shop', true],
  ['project-policy', 'p1', 'shop', true],
  ['project-policy', 'p2', 'shop', false],
])('what may be read depends on a %s (of project %s), in project %s', (kind, projectId, project, touched) => {
  const changed = change({ kind, projectId, name: null })
  expect(isTouchedBy(changed, read('instanceList', { query: { project } }), names)).toBe(touched)
  const view = read('instanceView', { path: { instance: 'web' }, query: { project } })
  expect(isTouchedBy(changed, view, names)).toBe(touched)
})
