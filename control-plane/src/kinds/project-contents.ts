import {
  type DeletionStep,
  diskDeletionStep,
  instanceDeletionStep,
  type ProjectContent,
  projectContents,
  snapshotDeletionStep,
} from '@granary/domain/project-deletion.ts'
import type { Database } from '../database/schema.ts'
import type { Context } from '../kit/context.ts'

/** A resource in a project, and the first step of its deletion. */
export type Content = { kind: ProjectContent; id: string; name: string; step: DeletionStep }

type Read = (context: Context, projectId: string) => Promise<Omit<Content, 'kind'>[]>

/** Tables of the resources that lie in a project. */
export type ProjectTable = {
  [Table in keyof Database]: Database[Table] extends {
    id: string
    name: string | null
    project_id: string | null
  }
    ? Table
    : never
}[keyof Database]

/**
 * The kind of these tables' rows and its name in refusals, in the order in which a project's deletion looks for them.
 * Leaving out a table does not compile, because a project with such a row could never be deleted.
 */
export const PROJECT_TABLES: Record<ProjectTable, { kind: ProjectContent; thing: string }> = {
  instance: { kind: 'instance', thing: 'an instance' },
  disk: { kind: 'disk', thing: 'a disk' },
  external_ip: { kind: 'floating-ip', thing: 'a floating ip' },
  image: { kind: 'project-image', thing: 'a project image' },
  snapshot: { kind: 'snapshot', thing: 'a snapshot' },
  vpc: { kind: 'vpc', thing: 'a vpc' },
  affinity_group: { kind: 'affinity-group', thing: 'an affinity group' },
  anti_affinity_group: { kind: 'anti-affinity-group', thing: 'an anti affinity group' },
}

/** Reads the named rows of a table. @param step the first step by the row's state; by default it is deleted at once. */
const rowsOf =
  <Table extends Exclude<ProjectTable, 'external_ip'>>(
    table: Table,
    step: (row: Database[Table]) => DeletionStep = () => 'delete',
  ): Read =>
  async ({ db }, projectId) => {
    const rows = await db
      // All of these tables have a name and a project.
      .selectFrom(table as 'vpc')
      .selectAll()
      .where('project_id', '=', projectId)
      .orderBy('name')
      .execute()
    return rows.map((row) => ({ id: row.id, name: row.name, step: step(row as Database[Table]) }))
  }

const READ: Record<ProjectContent, Read> = {
  instance: rowsOf('instance', ({ run_state }) => instanceDeletionStep(run_state)),
  disk: rowsOf('disk', ({ state }) => diskDeletionStep(state)),
  snapshot: rowsOf('snapshot', ({ state }) => snapshotDeletionStep(state)),
  'project-image': rowsOf('image'),
  'floating-ip': async ({ db }, projectId) => {
    const rows = await db
      .selectFrom('external_ip')
      .select(['id', 'name'])
      .where('project_id', '=', projectId)
      .where('kind', '=', 'floating')
      .orderBy('name')
      .execute()
    return rows.map(({ id, name }) => ({ id, name: name!, step: 'delete' }))
  },
  'affinity-group': rowsOf('affinity_group'),
  'anti-affinity-group': rowsOf('anti_affinity_group'),
  'vpc-subnet': async ({ db }, projectId) => {
    const rows = await db
      .selectFrom('vpc_subnet')
      .innerJoin('vpc', 'vpc.id', 'vpc_subnet.vpc_id')
      .select(['vpc_subnet.id', 'vpc_subnet.name'])
      .where('vpc.project_id', '=', projectId)
      .orderBy('vpc_subnet.name')
      .orderBy('vpc_subnet.id')
      .execute()
    return rows.map((row) => ({ ...row, step: 'delete' }))
  },
  vpc: rowsOf('vpc'),
}

/** Returns all contents of a project, in the order of deletion. The plan and the job both use it. */
export async function contentsOf(context: Context, projectId: string): Promise<Content[]> {
  const contents: Content[] = []
  // A connection runs one query at a time anyway.
  for (const kind of projectContents)
    contents.push(...(await READ[kind](context, projectId)).map((row) => ({ kind, ...row })))
  return contents
}
