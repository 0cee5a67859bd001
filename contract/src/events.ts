import { z } from 'zod'
import { family, get } from './operation.ts'

/** What one committed change did to one resource; sent to those who may read it. */
export const ChangeEvent = z
  .object({
    /** Where to go on after a lost connection; also the id of the event. */
    cursor: z.string(),
    time: z.iso.datetime(),
    /** Resource kind in kebab-case: `instance`, `disk`, `vpc-subnet`. */
    kind: z.string(),
    action: z.enum(['created', 'updated', 'deleted']),
    id: z.string(),
    name: z.string().nullable(),
    siloId: z.string().nullable(),
    projectId: z.string().nullable(),
    /** The resource it belongs to below the project: the VPC of a subnet, the instance of a network interface. */
    parentId: z.string().nullable(),
  })
  .meta({ id: 'ChangeEvent' })

export const events = family('experimental', {
  eventStream: get('/experimental/v1/events', {
    summary: 'Follow changes as server-sent events',
    query: { cursor: z.string().max(64).optional() },
    kind: 'stream',
  }),
})
