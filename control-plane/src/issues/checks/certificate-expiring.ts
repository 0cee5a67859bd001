import { certificateFacts } from '@granary/contract/x509/chain.ts'
import { mayOfSilo } from '../../kit/authorization.ts'
import { actorOf, type Context } from '../../kit/context.ts'
import { type Check, type Found, MAX_FOUND } from '../check.ts'

/** Time before its end from which on a certificate is an issue; milliseconds. */
const NEAR_MS = 30 * 86_400_000
/** Certificates that one answer reads, because each is parsed. */
const MAX_READ = 500

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
    .select(['certificate.id', 'certificate.name', 'certificate.cert', 'certificate.silo_id'])
    .select('silo.name as silo_name')
    .$if(siloId !== undefined, (some) => some.where('certificate.silo_id', '=', siloId!))
    .orderBy('certificate.silo_id')
    .orderBy('certificate.name')
    .limit(MAX_READ)
    .execute()
  const readable = rows.filter((row) => mayOfSilo(context, row.silo_id, 'modify_identities'))
  const now = context.clock.now().getTime()
  const found = await Promise.all(
    readable.map(async ({ id, name, cert, silo_name: siloName }): Promise<Found[]> => {
      const state = stateOf(await endOf(cert), now)
      if (state === null) return []
      const message = `Certificate ${name} of silo ${siloName} ${state}`
      return [{ message, resourceId: id, resourceName: name, projectName: null, siloName }]
    }),
  )
  return found.flat().slice(0, MAX_FOUND)
}

/** Returns when the first certificate of a chain ends; null for one that can't be read. */
async function endOf(chain: string): Promise<number | null> {
  try {
    return Math.min(...(await certificateFacts(chain)).map(({ notAfter }) => notAfter.getTime()))
  } catch {
    return null
  }
}

/** Returns the issue in words; null if there is none. */
function stateOf(end: number | null, now: number): string | null {
  if (end === null) return 'can not be read'
  if (end - now > NEAR_MS) return null
  return `${end <= now ? 'expired' : 'expires'} on ${new Date(end).toISOString().slice(0, 10)}`
}
