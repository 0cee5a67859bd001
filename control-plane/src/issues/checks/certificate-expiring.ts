import { mayOfSilo } from '../../kit/authorization.ts'
import { actorOf, type Context } from '../../kit/context.ts'
import { chunks } from '../../kit/chunks.ts'
import { endOfCertificate } from '../../shared/certificates/end-of.ts'
import { type Check, type Found, MAX_FOUND } from '../check.ts'

/** Time before its end from which on a certificate is an issue; milliseconds. */
const NEAR_MS = 30 * 86_400_000

/** Certificates that one list reads: those without a stored end are parsed each time. */
const MAX_READ = 1_000

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
    .$if(siloId !== undefined, (some) => some.where('certificate.silo_id', '=', siloId!))
    .orderBy('certificate.silo_id')
    .orderBy('certificate.name')
    .execute()
  const readable = rows.filter((row) => mayOfSilo(context, row.silo_id, 'modify_identities'))
  const found: Found[] = []
  for (const some of chunks(readable.slice(0, MAX_READ))) {
    if (found.length >= MAX_FOUND) break
    for (const { id, name, silo_name: siloName, time_expires: end } of await withUnstoredEnds(context, some))
      if (end === null || Date.parse(end) <= now + NEAR_MS)
        found.push({
          message: `Certificate ${name} of silo ${siloName} ${stateOf(end, now)}`,
          resourceId: id,
          resourceName: name,
          projectName: null,
          siloName,
        })
  }
  return { found: found.slice(0, MAX_FOUND), isPartial: readable.length > MAX_READ }
}

/** Reads the end from the few certificates without one: those that a server of an older version added, and unreadable ones. */
async function withUnstoredEnds<Row extends { id: string; time_expires: string | null }>(
  { db }: Context,
  rows: readonly Row[],
): Promise<Row[]> {
  const ids = rows.flatMap(({ id, time_expires: end }) => (end === null ? [id] : []))
  if (ids.length === 0) return [...rows]
  const texts = await db.selectFrom('certificate').select(['id', 'cert']).where('id', 'in', ids).execute()
  const ends = new Map<string, string | null>()
  for (const { id, cert } of texts) ends.set(id, await endOfCertificate(cert))
  return rows.map((row) => ({ ...row, time_expires: row.time_expires ?? ends.get(row.id) ?? null }))
}

/** Returns the issue in words. */
const stateOf = (end: string | null, now: number): string =>
  end === null ? "can't be read" : `${Date.parse(end) <= now ? 'expired' : 'expires'} on ${end.slice(0, 10)}`
