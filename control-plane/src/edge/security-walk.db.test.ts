import { toSnake } from '@granary/contract/codec.ts'
import { contract } from '@granary/contract/contract.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openWalk, operations, type Said, type Walk } from '../../test/authorization/walk.ts'
import { collectEntries } from '../../test/security-log.ts'

let walk: Walk
let log: ReturnType<typeof collectEntries>
beforeAll(async () => {
  walk = await openWalk()
  log = collectEntries(walk.world)
})
afterAll(() => walk.close())

/** Operations that check a password, a code or a secret of a sign-in, which the walk doesn't know. */
const GUESSES = new Set<string>([
  'currentUserSecondFactorConfirm',
  'currentUserSecondFactorRecovery',
  'currentUserSecondFactorRemove',
  'loginSamlAnswerView',
])

/** Whether the method says that a request changes nothing. A console connects by GET, and its user may type. */
const isRead = (id: (typeof operations)[number]): boolean =>
  ['GET', 'HEAD'].includes(contract[id].method) && id !== 'instanceSerialConsoleStream'

/** Events that a request must leave, in the words of the contract alone. */
function expectedEvents(id: (typeof operations)[number], { status, body }: Said): string[] {
  if (body?.error === 'authorization_pending') return []
  if (contract[id].meaning === 'sign_in') return ['sign_in']
  if (status === 401 || status === 403) return ['refusal']
  if (status === 400 && GUESSES.has(id)) return ['refusal']
  if (isComputed(id)) return []
  return isRead(id) ? [] : ['change']
}

describe.each([
  'nobody',
  'no role',
  'project viewer',
  'silo admin',
  'fleet admin',
  'admin of another silo',
] as const)('%s', (person) => {
  test('leaves one entry for each change and each refusal, and one in the audit log', async () => {
    const cookie = await walk.signIn(person)
    const found: Record<string, unknown> = {}
    const expected: Record<string, unknown> = {}
    for (const id of operations) {
      await walk.restore()
      const used = ['logout', 'loginLocal'].includes(id) ? await walk.signIn(person) : cookie
      log.take()
      await db().deleteFrom('audit_log').execute()
      const said = await walk.send(id, walk.byId, used ? { cookie: used } : {})
      expect.soft([id, await auditEntries()]).toEqual([id, expectedEntries(id, said, person === 'nobody')])
      const entries = log.take().filter(({ event }) => event !== 'credential_use')
      const events = entries.map(({ event }) => event)
      expect.soft(entries.map(({ operation }) => operation)).toEqual(entries.map(() => toSnake(id)))
      for (const entry of entries) {
        if (entry.event === 'sign_in' || entry.operation === 'logout') continue
        expect.soft([id, entry.actor === null]).toEqual([id, person === 'nobody'])
      }
      // A 404 leaves a refusal if the resource exists, which the answer hides, and a change that failed if not.
      found[id] = said.status === 404 && events[0] === 'refusal' ? 'hidden' : events
      expected[id] = found[id] === 'hidden' ? 'hidden' : expectedEvents(id, said)
      if (isComputed(id) && expected[id]?.toString() === 'change') expected[id] = []
    }
    expect(found).toEqual(expected)
    if (person === 'admin of another silo')
      expect(Object.values(found).filter((events) => events === 'hidden').length).toBeGreaterThan(50)
  })
})

const db = () => walk.world.services.db

/** Returns the entries of the audit log that have been completed. */
const auditEntries = async () =>
  (await db().selectFrom('audit_log').selectAll().where('time_completed', 'is not', null).execute()).map(
    (entry) => [entry.operation_id, entry.http_status_code, entry.actor_kind],
  )

/** Operations that specification section 23 leaves out, and extensions that an upload sends every few seconds. */
const NOT_AUDITED = [
  'deviceAuthRequest',
  'deviceAccessToken',
  'logout',
  'diskBulkWriteImport',
  'diskWriteBlocks',
  'diskHoldImport',
]
const SIGN_INS = ['loginLocal', 'loginSaml', 'loginSamlFinish', 'loginSamlConfirm']

function expectedEntries(id: (typeof operations)[number], { status }: Said, isAnonymous: boolean) {
  if (SIGN_INS.includes(id)) return [[toSnake(id), status, 'unauthenticated']]
  if (isRead(id) || isComputed(id) || NOT_AUDITED.includes(id)) return []
  return [[toSnake(id), status, isAnonymous ? 'unauthenticated' : 'silo_user']]
}

/** Posts that only compute an answer. */
function isComputed(id: (typeof operations)[number]): boolean {
  return COMPUTED.includes(id)
}
const COMPUTED = [
  'capacityFit',
  'instancesDeletionSummary',
  'vpcExplain',
  'timeseriesQuery',
  'systemTimeseriesQuery',
]

test('the operations that change nothing although they are no GET are these', () => {
  expect(operations.filter((id) => !isRead(id) && contract[id].meaning === 'read').toSorted()).toEqual(
    operations.filter(isComputed).toSorted(),
  )
})
