import { z } from 'zod'
import { signedIn } from './needs.ts'
import { family, get } from './operation.ts'

/** The effect of one committed change on one resource, sent to users who may read it. */
export const ChangeEvent = z
  .object({
    cursor: z
      .string()
      .meta({ description: 'Where to go on after a lost connection; also the id of the event.' }),
    time: z.iso.datetime().meta({ description: 'When the change was made' }),
    kind: z.string().meta({ description: 'Resource kind in kebab-case: `instance`, `disk`, `vpc-subnet`.' }),
    action: z.enum(['created', 'updated', 'deleted']).meta({ description: 'What happened to the resource' }),
    id: z.string().meta({ description: 'ID of the resource' }),
    name: z.string().nullable().meta({ description: 'Name of the resource, if it has one' }),
    siloId: z.string().nullable().meta({ description: 'Silo of the resource; null on the fleet' }),
    projectId: z.string().nullable().meta({ description: 'Project of the resource, if it is in one' }),
    parentId: z.string().nullable().meta({
      description:
        'The resource it belongs to below the project: the VPC of a subnet, the instance of a network interface.',
    }),
  })
  .meta({ id: 'ChangeEvent' })

export const events = family('experimental', {
  eventStream: get('/experimental/v1/events', {
    summary: 'Follow changes as server-sent events',
    description:
      'Sends an event for each committed change of a resource that the caller can read. Resume after a lost connection with the cursor of the last event.',
    needs: signedIn,
    shows: [],
    query: {
      cursor: z
        .string()
        .max(64)
        .optional()
        .meta({ description: 'Cursor of the last event received; the stream continues after it' }),
    },
    kind: 'stream',
  }),
})
