import {
  type DeletionStep,
  diskDeletionStep,
  instanceDeletionStep,
  type ProjectContent,
  projectContents,
  snapshotDeletionStep,
} from '@granary/domain/project-deletion.ts'
import type { BulkJobItemRow, BulkJobRow, ProjectRow } from '../database/schema.ts'
import type { Context } from '../kit/context.ts'
import { contentsOf } from '../kinds/project-contents.ts'
import { makeJob } from './make-job.ts'
import { PUT_OFF, type Operation, type OperationInput } from './operation.ts'

/** Time after which a transitional state counts as a refusal, in milliseconds. */
const MAX_WAIT = 15 * 60_000

/** Creates the job that deletes a project and its current contents. */
export async function makeProjectDeletion(context: Context, project: ProjectRow): Promise<BulkJobRow> {
  const contents = await contentsOf(context, project.id)
  const items = contents.map(({ id, name, kind }) => ({ id, name, position: projectContents.indexOf(kind) }))
  const last = { id: project.id, name: project.name, position: projectContents.length }
  const job = { operation: 'project_delete_with_contents', target: project.id } as const
  return makeJob(context, job, [...items, last])
}

type Row = { run_state: never; state: never }

/** An operation that waits until the resource can be deleted. @param step what to do with its row. */
const when = (
  table: 'instance' | 'disk' | 'snapshot',
  operation: Operation,
  step: (row: Row) => DeletionStep,
): Operation => ({
  ...operation,
  input: async (context, item, job) => {
    const row = await context.db
      .selectFrom(table as 'disk')
      .selectAll()
      .where('id', '=', item.resource_id)
      .executeTakeFirst()
    const asked = await operation.input(context, item, job)
    const next = row && !(await isLate(context, job)) ? step(row as unknown as Row) : 'delete'
    if (next === 'wait') return PUT_OFF
    return next === 'stop' ? { ...(asked as OperationInput), before: 'instanceStop' } : asked
  },
})

/** Whether a job has run for too long. A retry is a new task, so its time counts from the retry. */
async function isLate({ db, clock }: Context, job: BulkJobRow): Promise<boolean> {
  const task = await db
    .selectFrom('task')
    .select('time_created')
    .where('kind', '=', 'bulk-job')
    .where('key', '=', job.id)
    .executeTakeFirst()
  const { time_created } = task ?? job
  return clock.now().getTime() - Date.parse(time_created) > MAX_WAIT
}

const simple = (table: Operation['table'], parameter: string, id: Operation['id']): Operation => ({
  id,
  table,
  input: async (_, item: BulkJobItemRow) => ({
    path: { [parameter]: item.resource_id },
    query: {},
    body: undefined,
  }),
})

/** Deletes an image that is still in the project; one that was promoted after the job was made is spared. */
const image = simple('image', 'image', 'imageDelete')
const imageStillThere: Operation = {
  ...image,
  input: async (context, item, job) => {
    const row = await context.db
      .selectFrom('image')
      .select('project_id')
      .where('id', '=', item.resource_id)
      .executeTakeFirst()
    return row && row.project_id !== job.target ? null : image.input(context, item, job)
  },
}

/** How each kind of resource in a project is deleted. */
const { instance, ...others }: Record<ProjectContent, Operation> = {
  instance: when('instance', simple('instance', 'instance', 'instanceDelete'), (row) =>
    instanceDeletionStep(row.run_state),
  ),
  disk: when('disk', simple('disk', 'disk', 'diskDelete'), (row) => diskDeletionStep(row.state)),
  snapshot: when('snapshot', simple('snapshot', 'snapshot', 'snapshotDelete'), (row) =>
    snapshotDeletionStep(row.state),
  ),
  'project-image': imageStillThere,
  'floating-ip': simple('external_ip', 'floatingIp', 'floatingIpDelete'),
  'affinity-group': simple('affinity_group', 'affinityGroup', 'affinityGroupDelete'),
  'anti-affinity-group': simple('anti_affinity_group', 'antiAffinityGroup', 'antiAffinityGroupDelete'),
  'vpc-subnet': simple('vpc_subnet', 'subnet', 'vpcSubnetDelete'),
  vpc: simple('vpc', 'vpc', 'vpcDelete'),
}

/** The operations of a project deletion job: one per kind in it, and one for the project itself. */
export const projectDeletion: readonly [Operation, ...Operation[]] = [
  instance,
  ...Object.values(others),
  simple('project', 'project', 'projectDelete'),
]
