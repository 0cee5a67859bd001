import { kinds } from '@granary/domain/kinds.ts'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { contract } from './contract.ts'
import { on, signedIn } from './needs.ts'
import { family, get, type Operation, post } from './operation.ts'

const operations = Object.entries(contract) as [string, Operation][]
const list = z.object({ items: z.array(z.object({ name: z.string(), runState: z.string() })) })

test('does not compile an operation that leaves out a fact', () => {
  const about = { summary: 'List notes', description: 'Lists them by name.' }
  // @ts-expect-error -- a read states what it shows
  get('/notes/{note}', { ...about, needs: on('disk', 'read') })
  // @ts-expect-error -- a write states what it changes
  post('/notes', { ...about, needs: signedIn })
  // @ts-expect-error -- every operation states who may call it
  get('/notes/{note}', { ...about, shows: [] })
  // @ts-expect-error -- every operation is described
  get('/notes/{note}', { summary: 'View note', needs: signedIn, shows: [] })
  // @ts-expect-error -- a list states its columns
  get('/notes', { ...about, needs: signedIn, shows: [], response: list })
  // @ts-expect-error -- columns are fields of the items
  get('/notes', { ...about, needs: signedIn, shows: [], response: list, columns: ['run_state'] })
  // @ts-expect-error -- there is no such kind
  get('/notes/{note}', { ...about, needs: signedIn, shows: ['disks'] })
  // @ts-expect-error -- there is no such permission
  get('/notes/{note}', { ...about, needs: on('disk', 'create_child'), shows: [] })
  expect(
    get('/notes', { ...about, needs: signedIn, shows: [], response: list, columns: ['runState'] }),
  ).toMatchObject({
    columns: ['runState'],
    changes: [],
  })
})

test('a family keeps the facts of its operations', () => {
  const { noteView } = family('notes', {
    noteView: get('/notes/{disk}', {
      summary: '',
      description: '',
      needs: on('disk', 'read'),
      shows: ['disk'],
    }),
  })
  const { needs }: { needs: { on: 'disk' } } = noteView
  expect(noteView).toMatchObject({ tag: 'notes', needs: { on: 'disk', permission: 'read' }, shows: ['disk'] })
  expect(needs.on).toBe('disk')
})

test('only the operations of this list check permissions in their handler', () => {
  const decided = operations.filter(([, { needs }]) => needs.by === 'handler').map(([id]) => id)
  expect(decided.toSorted()).toEqual([
    'bulkJobCreate',
    'imageCreate',
    'imageList',
    'instanceImageList',
    'instancesDeletionSummary',
    'issueCount',
    'issueList',
    'projectList',
    'projectSummaries',
    'resourceHistory',
    'resourceSearch',
    'siloInstanceCounts',
    'siloInstanceList',
    'siloMetric',
    'siloQuotasUpdate',
    'tagUpdate',
    'tagView',
    'userLogout',
    'userSessionList',
    'userTokenList',
  ])
})

test.each(operations)(
  '%s is described in sentences that say more than its summary',
  (_, { summary, description }) => {
    expect(description).toMatch(/^[A-Z].*[.]$/s)
    expect(description.length).toBeGreaterThan(20)
    expect(summary).not.toMatch(/\.$/)
    expect(description.replace(/\.$/, '')).not.toBe(summary)
  },
)

test('a read shows every kind', () => {
  const shown = new Set(operations.flatMap(([, { shows }]) => shows))
  expect(kinds.filter((kind) => !shown.has(kind))).toEqual([])
})
