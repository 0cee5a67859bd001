import { mayOfSilo } from '../../kit/authorization.ts'
import { actorOf, type Context } from '../../kit/context.ts'
import { endsOf } from '../certificate-ends.ts'
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
  const rows = await context.db
    .selectFrom('certificate')
    .innerJoin('silo', 'silo.id', 'certificate.silo_id')
    .select(['certificate.id', 'certificate.name', 'certificate.silo_id'])
    .select('silo.name as silo_name')
    .$if(siloId !== undefined, (some) => some.where('certificate.silo_id', '=', siloId!))
    .orderBy('certificate.silo_id')
    .orderBy('certificate.name')
    .execute()
  const readable = rows.filter((row) => mayOfSilo(context, row.silo_id, 'modify_identities'))
  const ends = await endsOf(
    context,
    readable.map(({ id }) => id),
  )
  const now = context.clock.now().getTime()
  const found = readable.flatMap(({ id, name, silo_name: siloName }) => {
    const end = ends.get(id)
    const state = end === undefined ? null : stateOf(end, now)
    if (state === null) return []
    const message = `Certificate ${name} of silo ${siloName} ${state}`
    return { message, resourceId: id, resourceName: name, projectName: null, siloName }
  })
  return found.slice(0, MAX_FOUND)
}

/** Returns the issue in words; null if there is none. */
function stateOf(end: number | null, now: number): string | null {
  if (end === null) return "can't be read"
  if (end - now > NEAR_MS) return null
  return `${end <= now ? 'expired' : 'expires'} on ${new Date(end).toISOString().slice(0, 10)}`
}
