import { certificateFacts } from '@granary/contract/x509/chain.ts'
import type { Context } from '../kit/context.ts'
import { chunks } from '../kit/chunks.ts'
import type { InnerServices } from '../kit/services.ts'

type Ends = Map<string, number | null>

/** Ends by the ID of the certificate, whose chain never changes. Parsing a chain takes too long for every request. */
const known = new WeakMap<InnerServices, Ends>()
/** More than this are forgotten, because deleted certificates are among them. */
const MAX_KNOWN = 10_000

/**
 * Returns when certificates end, or when the first certificate of their chain does, in milliseconds by their IDs. Null
 * for one that can't be read; a deleted one is missing.
 */
export async function endsOf(
  { services, db }: Context,
  ids: readonly string[],
): Promise<ReadonlyMap<string, number | null>> {
  const ends = knownEnds(services)
  const unread = ids.filter((id) => !ends.has(id))
  for (const some of chunks(unread)) {
    const rows = await db.selectFrom('certificate').select(['id', 'cert']).where('id', 'in', some).execute()
    for (const { id, cert } of rows) ends.set(id, await endOf(cert))
  }
  return ends
}

function knownEnds(services: InnerServices): Ends {
  const kept = known.get(services)
  if (kept && kept.size <= MAX_KNOWN) return kept
  const ends: Ends = new Map()
  known.set(services, ends)
  return ends
}

async function endOf(chain: string): Promise<number | null> {
  try {
    return Math.min(...(await certificateFacts(chain)).map(({ notAfter }) => notAfter.getTime()))
  } catch {
    return null
  }
}
