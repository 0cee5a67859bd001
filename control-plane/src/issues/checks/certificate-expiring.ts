import { mayOfSilo } from '../../kit/resources/authorization.ts'
import { actorOf, type Context } from '../../kit/context/context.ts'
import { endOfCertificate } from '../../shared/certificates/end-of.ts'
import { type Check, type Found, MAX_FOUND } from '../check.ts'

/** Time before its end from which on a certificate is an issue; milliseconds. */
const NEAR_MS = 30 * 86_400_000

/** Certificates that one list parses. One takes some milliseconds. */
const MAX_PARSED = 100

const check = { check: 'certificate-expiring', severity: 'error', resourceKind: 'certificate' } as const

/** Certificates of the caller's silo. */
export const ownCertificateExpiring: Check = {
  ...check,
  find: (context) => nearTheirEnd(context, actorOf(context).siloId),
}

/** Certificates of all silos. */
export const certificateExpiring: Check = { ...check, find: (context) => nearTheirEnd(context) }

async function nearTheirEnd(
  context: Context,
  siloId?: string,
): Promise<{ found: Found[]; isPartial: boolean }> {
  const now = context.clock.now().getTime()
  const rows = await context.db
    .selectFrom('certificate')
    .innerJoin('silo', 'silo.id', 'certificate.silo_id')
    .select(['certificate.id', 'certificate.name', 'certificate.silo_id', 'certificate.time_expires'])
    .select('silo.name as silo_name')
    .where((where) =>
      where.or([
        where('certificate.time_expires', 'is', null),
        where('certificate.time_expires', '<=', new Date(now + NEAR_MS).toISOString()),
      ]),
    )
    .$call((some) => (siloId === undefined ? some : some.where('certificate.silo_id', '=', siloId)))
    .orderBy('certificate.silo_id')
    .orderBy('certificate.name')
    .execute()
  const readable = rows.filter((row) => mayOfSilo(context, row.silo_id, 'modify_identities'))
  const { ends, isPartial } = await unstoredEnds(context, readable)
  const found = readable.flatMap(({ id, name, silo_name: siloName, time_expires }): Found[] => {
    const end = time_expires ?? ends.get(id)
    if (end === undefined || (end !== null && Date.parse(end) > now + NEAR_MS)) return []
    const message = `Certificate ${name} of silo ${siloName} ${stateOf(end, now)}`
    return [{ message, resourceId: id, resourceName: name, projectName: null, siloName }]
  })
  return { found: found.slice(0, MAX_FOUND), isPartial }
}

/** The ends of certificates without a stored one, by ID; null if unreadable. A certificate never changes. */
const parsedEnds = () => new Map<string, string | null>()

/**
 * Reads the ends of certificates without a stored one: those that a server of an older version added, and unreadable ones. Each
 * list parses some, so that many of them don't hold up a request, and the next list continues.
 */
async function unstoredEnds(
  { db, services }: Context,
  rows: readonly { id: string; time_expires: string | null }[],
): Promise<{ ends: ReadonlyMap<string, string | null>; isPartial: boolean }> {
  const ends = services.state.of(parsedEnds)
  const missing = rows.flatMap(({ id, time_expires: end }) => (end === null && !ends.has(id) ? [id] : []))
  const ids = missing.slice(0, MAX_PARSED)
  if (ids.length > 0) {
    const texts = await db.selectFrom('certificate').select(['id', 'cert']).where('id', 'in', ids).execute()
    // oxlint-disable-next-line transactions/only-database -- only those of older versions, once
    for (const { id, cert } of texts) ends.set(id, await endOfCertificate(cert))
  }
  return { ends, isPartial: missing.length > ids.length }
}

/** Returns the issue in words. */
const stateOf = (end: string | null, now: number): string =>
  end === null ? "can't be read" : `${Date.parse(end) <= now ? 'expired' : 'expires'} on ${end.slice(0, 10)}`
