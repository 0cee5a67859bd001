import { diskStates } from '@granary/domain/disk-states.ts'
import { MAX_LISTED } from '@granary/domain/limits.ts'
import { copyStates } from '@granary/domain/snapshot-states.ts'
import { z } from 'zod'
import { InstanceState } from './schemas/instance-views.ts'
import { decidedInside, on } from './needs.ts'
import { family, get } from './operation.ts'
import { ByteCount, ListTotal, Name, NameOrId, Timestamp, Uuid } from './scalars.ts'

const total = ListTotal.meta({ description: 'How many there are' })

const instanceStates = z
  .array(z.object({ state: InstanceState.meta({ description: 'The state' }), total }))
  .meta({ description: 'Instances by state, without the states that no instance is in' })

const usage = z
  .object({
    cpus: z.int().meta({ description: 'Virtual CPUs of its running instances' }),
    memory: ByteCount.meta({ description: 'Memory of its running instances, in bytes' }),
    storage: ByteCount.meta({ description: 'Its disks, snapshots and images, in bytes' }),
  })
  .meta({ description: 'What the project uses of the quotas of its silo' })

const ProjectCounts = z
  .object({
    instances: total,
    disks: total,
    snapshots: total,
    images: total,
    vpcs: total,
    floatingIps: total,
    externalSubnets: total,
    affinityGroups: total,
    antiAffinityGroups: total,
    instanceStates,
    diskStates: z
      .array(z.object({ state: z.enum(diskStates).meta({ description: 'The state' }), total }))
      .meta({ description: 'Disks by state, without the states that no disk is in' }),
  })
  .meta({ id: 'ProjectCounts' })

const FailingInstance = z
  .object({
    id: Uuid.meta({ description: 'The instance' }),
    name: Name.meta({ description: 'Name of the instance' }),
    runState: InstanceState.meta({ description: 'State of the instance' }),
    timeRunStateUpdated: Timestamp.meta({ description: 'Since when it is in this state' }),
    startProblem: z
      .string()
      .nullable()
      .meta({ description: 'Why it was not started; null if its machine failed' }),
    note: z.string().nullable().meta({ description: 'Why its machine failed; null if that is not known' }),
  })
  .meta({ id: 'FailingInstance' })

/** Kinds whose changes an overview shows. Others are parts of these: interfaces, members, subnets. */
export const RECENT_KINDS = [
  'instance',
  'disk',
  'snapshot',
  'project-image',
  'floating-ip',
  'external-subnet',
  'vpc',
  'affinity-group',
  'anti-affinity-group',
  'project-policy',
] as const

const RecentChange = z
  .object({
    time: Timestamp.meta({ description: 'Time of its last change' }),
    kind: z.enum(RECENT_KINDS).meta({ description: 'Kind of the resource' }),
    action: z
      .enum(['created', 'updated', 'deleted'])
      .meta({ description: 'What happened to it: created also if it changed again soon after' }),
    resourceId: Uuid.meta({ description: 'ID of the resource, which may be deleted' }),
    name: z.string().nullable().meta({ description: 'Its name then; null if it has none' }),
    state: z
      .union([InstanceState, z.enum([...diskStates, ...copyStates])])
      .nullable()
      .meta({ description: 'State of an instance, disk or snapshot after the change' }),
    actor: z
      .string()
      .nullable()
      .meta({ description: 'Display name of the last user who changed it; null for the system' }),
  })
  .meta({ id: 'RecentChange' })

const ProjectOverview = z
  .object({
    failing: z
      .array(FailingInstance)
      .meta({ description: 'Instances that failed or could not be started, at most 5, by name' }),
    recent: z
      .array(RecentChange)
      .meta({ description: 'The resources that changed last, at most 8, newest first' }),
    usage,
  })
  .meta({ id: 'ProjectOverview' })

/** Times of the vCPUs in a summary: every two hours of the last day, and now. */
export const SUMMARY_TIMES = 13

const ProjectSummary = z
  .object({
    id: Uuid.meta({ description: 'The project' }),
    instanceStates,
    usage,
    cpusOfDay: z
      .array(z.int())
      .meta({ description: 'Virtual CPUs in use, every two hours of the last day up to now, oldest first' }),
    timeChanged: Timestamp.nullable().meta({
      description: 'When something in it last changed; null if the change log no longer has it',
    }),
  })
  .meta({ id: 'ProjectSummary' })

/** What a project has in it, for the console. */
export const overview = family('experimental', {
  projectCounts: get('/experimental/v1/projects/{project}/counts', {
    summary: 'Count the resources of a project',
    description: 'Counts up to 10,000 of each kind, and of the instances and disks in each state.',
    needs: on('project', 'list_contents'),
    shows: [
      'instance',
      'disk',
      'snapshot',
      'project-image',
      'vpc',
      'floating-ip',
      'external-subnet',
      'affinity-group',
      'anti-affinity-group',
    ],
    response: ProjectCounts,
  }),
  projectOverview: get('/experimental/v1/projects/{project}/overview', {
    summary: 'Fetch what needs attention in a project, and what changed last',
    description: 'Shows instances that failed, the last changes, and what the project uses of the quotas.',
    needs: on('project', 'list_contents'),
    shows: [...RECENT_KINDS],
    response: ProjectOverview,
  }),
  projectSummaries: get('/experimental/v1/project-summaries', {
    summary: 'Fetch the state and use of several projects',
    description:
      'Counts the instances of each project by state, up to 1,000 in each, and shows what the project uses of the quotas, now and over the last day. Projects that you can not see are left out.',
    isLarge: true,
    needs: decidedInside('Shows only the projects that you can see.'),
    shows: ['project', ...RECENT_KINDS],
    columns: ['id', 'instanceStates', 'usage', 'timeChanged'],
    query: {
      project: z.array(NameOrId).min(1).max(MAX_LISTED).meta({ description: 'The projects, by name or ID' }),
    },
    response: z
      .object({ items: z.array(ProjectSummary).meta({ description: 'In no order' }) })
      .meta({ id: 'ProjectSummaries' }),
  }),
})
