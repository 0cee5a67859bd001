import { DriverError } from '@granary/compute/driver-error.ts'
import type { Qmp } from '../qmp.ts'

const POLL_MS = 100

type Job = { id: string; status: string; error?: string }

/**
 * Copies the blocks of all layers below a node into it, while it may be in use. It needs the layers below no more then. Can be
 * repeated, also after a crash.
 * @throws DriverError `insufficient_capacity` on a full host; Error with another reason. The node is as good as before.
 */
export async function mergeLayers(qmp: Qmp, node: string): Promise<void> {
  const id = `merge-${node}`
  const options = { 'job-id': id, device: node, 'auto-dismiss': false }
  await qmp.execute('block-stream', options).catch((error: Error) => {
    // An earlier server began it.
    if (!error.message.includes('already in use')) throw error
  })
  for (;;) {
    const job = (await qmp.execute<Job[]>('query-jobs')).find((each) => each.id === id)
    if (!job) throw new Error('the merge of layers was dismissed')
    if (job.status === 'concluded') {
      await qmp.execute('job-dismiss', { id })
      if (job.error === undefined) return
      if (job.error.includes('No space left'))
        throw new DriverError('insufficient_capacity', 'the storage of this host is full')
      throw new Error(job.error)
    }
    await new Promise((resolve) => setTimeout(resolve, POLL_MS))
  }
}
