import { mayOfSilo } from '../../kit/authorization.ts'
import { actorOf, type Context } from '../../kit/context.ts'
import { type Check, type Found, MAX_FOUND } from '../check.ts'

/** Time before its end from which on a certificate is an issue; milliseconds. */
const NEAR_MS = 30 * 86_400_000

const check = { check: 'certificate-expiring', severity: 'error', resourceKind: 'certificate' } as const

/** Certificates of the caller's silo. */
export const ownCertificateExpiring: Check = {
  ...check,
  find: (context) => nearTheirEnd(context, actorOf(context).siloId),
}

/** Certificates of all silos. */
export const certificateExpiring: Check = { ...check, find: (context) => nearTheirEnd(context) }

async function nearTheirEnd(context: Context, siloId?: string): Promise<Found[]> {
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
  return readable.slice(0, MAX_FOUND).map(({ id, name, silo_name: siloName, time_expires: end }) => ({
    message: `Certificate ${name} of silo ${siloName} ${stateOf(end, now)}`,
    resourceId: id,
    resourceName: name,
    projectName: null,
    siloName,
  }))
}

/** Returns the issue in words. */
const stateOf = (end: string | null, now: number): string =>
  end === null ? "can't be read" : `${Date.parse(end) <= now ? 'expired' : 'expires'} on ${end.slice(0, 10)}`
