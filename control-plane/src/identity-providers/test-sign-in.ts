import { storedJson } from '../kit/base/stored-json.ts'
import { isOwnPath } from '@granary/domain/web-addresses.ts'
import type { z } from 'zod'
import { contract } from '@granary/contract/contract.ts'
import type { SamlTest, SamlTestEffect } from '@granary/contract/schemas/identity-providers.ts'
import type { SamlProviderRow, SiloRow } from '../database/schema.ts'
import { answer } from '../kit/request/answer.ts'
import { actorOf, type Context, type OuterContext } from '../kit/context/context.ts'
import { ApiError, invalidRequest, invalidValue } from '../kit/base/errors.ts'
import { inTransaction } from '../kit/resources/transaction.ts'
import { unlogged } from '../kit/sql/unlogged.ts'
import type { Found } from '../kit/resources/lookup.ts'
import type { RawHandler } from '../kinds/handler.ts'
import { toSamlProvider } from '../kinds/saml-provider.ts'
import type { SamlSubject } from '../kit/base/saml.ts'
import { loadActor } from '../access/actor.ts'
import { samlOf } from './create.ts'
import { providerOfSignIn } from './lookup.ts'
import { REQUEST_LIFETIME, takeAssertion } from './once.ts'
import { addressOf, requireSameProvider, subjectOf } from './refusal.ts'
import { userOfSubject } from './user.ts'

/** Maximum number of memberships that a test changes after its first portion. */
const MAX_TRIED = 100

type Result = z.input<typeof SamlTest>
type Effect = z.input<typeof SamlTestEffect>

const NOTHING = { reason: null, sent: null, effect: null } as const

/**
 * Begins a test of a provider in place of the caller's last one. Requests of tests are kept apart from those of sign-ins, so no answer
 * to one can start a session.
 */
export const beginTest: RawHandler<'samlTestCreate'>['raw'] = async (context, { body, found }) => {
  if (!isOwnPath(body.returnPath) || body.returnPath.includes('?') || body.returnPath.includes('#'))
    throw invalidValue('return_path', 'invalid_format', 'must be a path of this site, without a query')
  const saml = samlOf(context)
  const testId = crypto.randomUUID()
  const id = requestIdOf(testId)
  const { userId } = actorOf(context)
  const url = await addressOf(saml, found.row, { id, relayState: body.returnPath })
  await inTransaction(context, async (inner) => {
    await unlogged(inner).deleteFrom('saml_test').where('user_id', '=', userId).execute()
    const expires = new Date(context.clock.now().getTime() + REQUEST_LIFETIME).toISOString()
    const own = { id, provider_id: found.row.id, user_id: userId }
    await unlogged(inner)
      .insertInto('saml_test')
      .values({ ...own, return_path: body.returnPath, time_expires: expires, result: null })
      .execute()
  })
  return answer(contract.samlTestCreate, { id: testId, url })
}

/** Returns the result of a test. Tests of other users look like ended ones. */
export async function testResult(
  context: Context,
  { row }: Found<'saml_provider'>,
  id: string,
): Promise<Result> {
  const test = await openTest(context, row.id, requestIdOf(id))
  if (test?.user_id !== actorOf(context).userId) return { state: 'ended', ...NOTHING }
  return test.result === null ? { state: 'waiting', ...NOTHING } : storedJson<Result>(test.result)
}

/** Returns the test whose request a response claims to answer, if it still waits for one. */
export async function testAnsweredBy(
  context: OuterContext,
  providerId: string,
  response: string,
): Promise<{ id: string; return_path: string } | null> {
  const claimed = samlOf(context).requestOf(response)
  const test = claimed === null ? undefined : await openTest(context, providerId, claimed)
  return test && test.result === null ? test : null
}

/** Returns the id of a test's request to the provider: an XML id must not begin with a digit. */
const requestIdOf = (testId: string): string => `_${testId}`

const openTest = (context: Pick<OuterContext, 'db' | 'clock'>, providerId: string, id: string) =>
  context.db
    .selectFrom('saml_test')
    .selectAll()
    .where('id', '=', id)
    .where('provider_id', '=', providerId)
    .where('time_expires', '>', context.clock.now().toISOString())
    .executeTakeFirst()

type Answered = { path: Parameters<typeof providerOfSignIn>[1]; response: string }

/** Stores what a provider's response to a test says and would do. @returns a redirect to the page that shows it. */
export async function finishTest(
  context: OuterContext,
  provider: SamlProviderRow,
  test: { id: string; return_path: string },
  { path, response }: Answered,
): Promise<Response> {
  const sent = samlOf(context).describe(response)
  const result = { sent, ...(await outcome(context, provider, test.id, { path, response })) }
  await inTransaction(context, (inner) =>
    unlogged(inner)
      .updateTable('saml_test')
      .set({ result: JSON.stringify(result) })
      .where('id', '=', test.id)
      .where('result', 'is', null)
      .execute(),
  )
  const location = `${test.return_path.replace(/\/$/, '')}/${test.id.slice(1)}`
  return new Response(null, { status: 303, headers: { location, 'cache-control': 'no-store' } })
}

async function outcome(
  context: OuterContext,
  provider: SamlProviderRow,
  testId: string,
  { path, response }: Answered,
): Promise<Omit<Result, 'sent'>> {
  try {
    const subject = await subjectOf(context, toSamlProvider(provider), response)
    if (subject.inResponseTo !== testId)
      return { state: 'refused', reason: 'it answers another request than its signature says', effect: null }
    // No later sign-in may use it.
    await inTransaction(context, (inner) => takeAssertion(inner, provider.id, subject))
    return { state: 'accepted', reason: null, effect: await effectOf(context, provider, path, subject) }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    return { state: 'refused', reason: error.message, effect: null }
  }
}

/** Ends a transaction whose changes are not wanted, with what they would have been. */
class NotWanted extends Error {
  readonly effect: Effect

  constructor(effect: Effect) {
    super('the changes of a test are rolled back')
    this.effect = effect
  }
}

/** Signs the user in as a sign-in does, in a transaction that is rolled back. */
async function effectOf(
  context: OuterContext,
  before: SamlProviderRow,
  path: Answered['path'],
  subject: SamlSubject,
): Promise<Effect> {
  try {
    return await inTransaction(context, async (inner): Promise<Effect> => {
      const { silo, provider } = await providerOfSignIn(inner, path)
      requireSameProvider(before, provider)
      throw new NotWanted(await trySignIn(inner, silo, provider, subject))
    })
  } catch (error) {
    if (error instanceof NotWanted) return error.effect
    throw error
  }
}

async function trySignIn(
  context: Context,
  silo: SiloRow,
  provider: SamlProviderRow,
  subject: SamlSubject,
): Promise<Effect> {
  const known = await context.db
    .selectFrom('silo_user')
    .select('id')
    .where('silo_id', '=', silo.id)
    .where('external_id', '=', subject.nameId)
    .executeTakeFirst()
  const before = known ? await groupNamesOf(context, known.id) : []
  let { userId, remaining } = await userOfSubject(context, silo, provider, subject)
  // No other request reads or writes on SQLite until the rollback, so a test tries a few portions only.
  if (remaining > MAX_TRIED)
    throw invalidRequest(
      `a test tries ${MAX_TRIED} changes of groups at most, and this answer makes more; a sign-in may succeed`,
    )
  while (remaining > 0) ({ userId, remaining } = await userOfSubject(context, silo, provider, subject))
  const after = await groupNamesOf(context, userId)
  const actor = await loadActor(context.db, userId, null)
  return {
    externalId: subject.nameId,
    displayName: actor?.displayName ?? subject.nameId,
    isNew: !known && silo.identity_mode === 'saml_jit',
    joins: after.filter((name) => !before.includes(name)),
    leaves: before.filter((name) => !after.includes(name)),
    stays: after.filter((name) => before.includes(name)),
    siloRole: actor?.grants.silo ?? null,
    fleetRole: actor?.grants.fleet ?? null,
    keepsGroups:
      silo.identity_mode === 'saml_jit' && subject.groups === null && provider.missing_groups === 'keep',
  }
}

async function groupNamesOf({ db }: Context, userId: string): Promise<string[]> {
  const groups = await db
    .selectFrom('silo_group')
    .innerJoin('silo_group_member', 'silo_group_member.group_id', 'silo_group.id')
    .select('silo_group.display_name')
    .where('silo_group_member.user_id', '=', userId)
    .orderBy('silo_group.display_name')
    .execute()
  return groups.map(({ display_name }) => display_name)
}
