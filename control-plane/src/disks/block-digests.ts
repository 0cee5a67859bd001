import { DriverError } from '@granary/compute/driver-error.ts'
import { DIGEST_BLOCK, digestRangeProblem } from '@granary/domain/sizes.ts'
import { isAllZero } from '@granary/domain/transfer.ts'
import { actorOf } from '../kit/context/context.ts'
import { invalidRequest, unavailable } from '../kit/base/errors.ts'
import { countOpen } from '../kit/request/open-counts.ts'
import { handlers } from '../kinds/handler.ts'
import { diskOutcome } from '../kinds/disk-outcome.ts'

/** Bytes per read: few driver calls, and little memory. */
const READ = 8 * DIGEST_BLOCK

type BlockDigest = { offset: number; length: number; sha256: string }

export const blockDigestHandlers = handlers({
  // Runs outside a transaction, since the blocks live in the driver. Needs the same permission as a write.
  diskBlockDigests: {
    raw: async (context, { query: { offset, length }, found: { row } }) => {
      diskOutcome('bulk_write', row)
      const problem = digestRangeProblem({ offset, length })
      if (problem) throw invalidRequest(problem)
      const { compute, log } = context.services
      const items: BlockDigest[] = []
      const answered = countOpen(context.services, 'blockDigests', actorOf(context).userId)
      try {
        const end = Math.min(row.size, offset + length)
        for (let from = offset; from < end; from += READ) {
          const to = Math.min(from + READ, row.size)
          items.push(...(await digestsOf(await compute.readBlocks(row.id, from, to - from), from, end)))
        }
      } catch (error) {
        if (!(error instanceof DriverError)) throw error
        log('warn', 'blocks could not be read', { disk: row.id, error: error.message })
        throw unavailable('the disk cannot be read at present; try again')
      } finally {
        answered()
      }
      return Response.json({ items })
    },
  },
})

/** Returns the digests of the nonzero blocks of `part` that begin before `end`. */
async function digestsOf(part: Uint8Array, offset: number, end: number): Promise<BlockDigest[]> {
  const found: BlockDigest[] = []
  for (let at = 0; at < part.length && offset + at < end; at += DIGEST_BLOCK) {
    const bytes = part.subarray(at, at + DIGEST_BLOCK)
    if (!isAllZero(bytes))
      found.push({ offset: offset + at, length: bytes.length, sha256: await sha256(bytes) })
  }
  return found
}

async function sha256(bytes: Uint8Array): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', bytes as Uint8Array<ArrayBuffer>)
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
