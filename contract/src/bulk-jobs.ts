import { MAX_BULK_ITEMS } from '@granary/domain/bulk.ts'
import { z } from 'zod'
import { decidedInside, signedIn } from './needs.ts'
import { family, get, post } from './operation.ts'
import { TagsUpdate } from './schemas/tags.ts'
import { InstanceCpuCount } from './schemas/instance-views.ts'
import { ByteCount, IdSortMode, Name, NameOrId, pageOf, paginated, Timestamp, Uuid } from './scalars.ts'

/** Bulk operations. Their names derive from the resource's own. */
export const BulkOperation = z
  .enum([
    'instance_start',
    'instance_stop',
    'instance_reboot',
    // To the CPUs and memory of the job.
    'instance_resize',
    'instance_delete',
    // Each with its disks as of the job's creation.
    'instance_delete_with_disks',
    'disk_delete',
    'disk_snapshot',
    'disk_detach',
    'snapshot_delete',
    'image_delete',
    'image_promote',
    // The target is the project.
    'image_demote',
    'affinity_group_delete',
    'anti_affinity_group_delete',
    // Groups of both kinds, which share a list.
    'any_affinity_group_delete',
    // Removes instances from the target group.
    'affinity_group_member_delete',
    'anti_affinity_group_member_delete',
    'floating_ip_detach',
    'floating_ip_delete',
    // Resources of every kind with tags, with the change of the job.
    'tag_update',
    // A project and everything in it; only `projectDeleteWithContents` creates this job.
    'project_delete_with_contents',
    // A silo and everything in it; only `siloDeleteWithContents` creates this job.
    'silo_delete_with_contents',
  ])
  .meta({ id: 'BulkOperation' })

export type BulkOperationName = z.output<typeof BulkOperation>

export const BulkJobCreate = z
  .object({
    operation: BulkOperation.exclude(['project_delete_with_contents', 'silo_delete_with_contents']).meta({
      description: 'What to do to each resource',
    }),
    ids: z.array(Uuid).min(1).max(MAX_BULK_ITEMS).meta({ description: 'IDs of the resources' }),
    target: NameOrId.optional().meta({
      description:
        'What the operation needs besides the resources: the project that images are demoted to, the group (by id) that members leave.',
    }),
    tags: TagsUpdate.optional().meta({
      description: 'Change of the tags of each resource, of `tag_update`; other tags stay',
    }),
    ncpus: InstanceCpuCount.optional().meta({
      description: 'Virtual CPUs of resized instances; each keeps its own when left out',
    }),
    memory: ByteCount.optional().meta({
      description:
        'Memory of resized instances in bytes, a multiple of 1 GiB; each keeps its own when left out',
    }),
  })
  .meta({ id: 'BulkJobCreate' })

export const BulkJob = z
  .object({
    id: Uuid.meta({ description: 'ID of the job' }),
    operation: BulkOperation.meta({ description: 'What the job does to each resource' }),
    ncpus: InstanceCpuCount.nullable().meta({
      description: 'Virtual CPUs that it gives to instances; null if it leaves them as they are',
    }),
    memory: ByteCount.nullable().meta({
      description: 'Memory in bytes that it gives to instances; null if it leaves it as it is',
    }),
    total: z.int().meta({
      description:
        'Number of resources. The deletion of a large project or silo lists its contents first, so the number grows in its first seconds.',
    }),
    waiting: z.int().meta({ description: 'Resources that it has not come to yet' }),
    succeeded: z.int().meta({ description: 'Resources that it is done with' }),
    failed: z.int().meta({ description: 'Resources that refused' }),
    timeCreated: Timestamp.meta({ description: 'When the job was made' }),
    timeCompleted: Timestamp.nullable().meta({ description: 'Null while some are waiting.' }),
  })
  .meta({ id: 'BulkJob' })

export const BulkJobItem = z
  .object({
    id: Uuid.meta({ description: 'Of the resource.' }),
    name: z.string().nullable().meta({
      description:
        'Name of the resource as it was when the job was made; null in jobs of older versions if the user could not see it then',
    }),
    state: z.enum(['waiting', 'succeeded', 'failed']).meta({ description: 'What became of the resource' }),
    errorCode: z.string().nullable().meta({ description: 'Code of the refusal; null unless it failed' }),
    message: z.string().nullable().meta({ description: 'Message of the refusal; null unless it failed' }),
    again: z.enum(['may_help', 'gone', 'refused']).nullable().meta({
      description:
        'Of what failed, as things are now: whether another try `may_help`, the resource is `gone` (or cannot be seen any more), or it would be `refused` again. Null for the others.',
    }),
    resource: z
      .object({
        kind: z
          .enum([
            'instance',
            'disk',
            'snapshot',
            'image',
            'affinity-group',
            'anti-affinity-group',
            'floating-ip',
            'external-subnet',
            'vpc',
            'vpc-subnet',
            'vpc-router',
            'internet-gateway',
          ])
          .meta({ description: 'Kind of the resource' }),
        name: Name.meta({ description: 'Name of the resource at present' }),
        projectName: Name.nullable().meta({
          description: 'Project of the resource; null for an image of the silo',
        }),
        vpcName: Name.nullable().meta({
          description: 'VPC of a subnet, router or gateway; null for other kinds',
        }),
      })
      .nullable()
      .meta({
        description:
          'Where the resource is now; null if it is gone or cannot be seen any more, and in deletions of a whole project or silo',
      }),
  })
  .meta({ id: 'BulkJobItem' })

export const bulkJobs = family('bulk-jobs', {
  bulkJobList: get('/experimental/v1/bulk-jobs', {
    summary: "List the caller's recent bulk jobs",
    description: "Lists the caller's own jobs of the last seven days, newest first, at most 100.",
    needs: signedIn,
    shows: ['bulk-job'],
    columns: ['id', 'operation', 'total', 'waiting', 'succeeded', 'failed', 'timeCompleted', 'timeCreated'],
    response: pageOf(BulkJob).meta({ id: 'BulkJobResultsPage' }),
  }),
  bulkJobCreate: post('/experimental/v1/bulk-jobs', {
    summary: 'Run one operation on many resources',
    description:
      'Runs one operation on each resource in the background. A resource that is refused later does not stop the others, but a job with a resource that does not exist is refused at once. Your jobs run one after the other, and at most 10 of them may be unfinished.',
    needsSpace: false,
    needs: decidedInside('Each resource is changed with your own permissions when its turn comes.'),
    changes: ['bulk-job'],
    body: BulkJobCreate,
    response: BulkJob,
  }),
  bulkJobView: get('/experimental/v1/bulk-jobs/{job}', {
    summary: 'Fetch bulk job',
    description: 'Includes how many resources are done. A job of another user is not found.',
    needs: signedIn,
    shows: ['bulk-job'],
    params: { job: Uuid.meta({ description: 'ID of the job' }) },
    response: BulkJob,
  }),
  bulkJobItemList: get('/experimental/v1/bulk-jobs/{job}/items', {
    summary: 'List the results of a bulk job',
    description: 'Includes the error of each failed resource, and whether another try can help.',
    needs: signedIn,
    shows: ['bulk-job'],
    columns: ['name', 'state', 'errorCode', 'message', 'again', 'id'],
    params: { job: Uuid.meta({ description: 'ID of the job' }) },
    query: paginated(IdSortMode),
    response: pageOf(BulkJobItem).meta({ id: 'BulkJobItemResultsPage' }),
  }),
  bulkJobRetry: post('/experimental/v1/bulk-jobs/{job}/retry', {
    summary: 'Retry the failed resources of a bulk job',
    description:
      'Queues the failed resources again. Those that are gone or would be refused again are left as they are. Many resources are queued in portions, the first of which the answer counts. A second retry begins again, and ends a refusal of parts whose session or access token was withdrawn.',
    needsSpace: false,
    needs: signedIn,
    changes: ['bulk-job'],
    params: { job: Uuid.meta({ description: 'ID of the job' }) },
    response: BulkJob,
    status: 202,
  }),
})
