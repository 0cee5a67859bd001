import { protectionProblem } from '@granary/domain/deletion-protection.ts'
import type { ProjectKind } from '@granary/domain/kinds.ts'
import {
  type DeletionStep,
  diskDeletionStep,
  instanceDeletionStep,
  snapshotDeletionStep,
} from '@granary/domain/project-deletion.ts'
import type { SelectQueryBuilder } from 'kysely'
import type { Database, DiskRow, InstanceRow, SnapshotRow } from '../database/schema.ts'
import type { Context } from '../kit/context/context.ts'
import type { Reader } from '../kit/context/reader.ts'
import type { NamedTable } from '../kit/resources/resource.ts'
import { namedKinds } from './index.ts'
import { subnet } from './vpc.ts'

/** Tables of the resources that lie in a project. */
export type ContentTable = NamedTable | 'external_ip'

/** A kind that a project's deletion deletes by itself. Kinds that lie deeper are deleted with their parent. */
export type ContentKind = {
  kind: ProjectKind
  table: ContentTable
  /** The path parameter of its operations. */
  selector: string
  /**
   * Returns the rows of some projects: their id and name, and the columns that decide the first step of their deletion. The type uses
   * one table; the others have these columns too.
   */
  rows: (
    db: Reader,
    projects: readonly string[],
  ) => SelectQueryBuilder<Database, 'vpc', Pick<Database['vpc'], 'id' | 'name'>>
}

/** The columns that the first step of a deletion depends on. An index of the table has them all, so that a plan counts by them. */
const STEP_COLUMNS: Partial<Record<ContentTable, readonly string[]>> = {
  instance: ['run_state', 'deletion_protected'],
  disk: ['state', 'deletion_protected'],
  snapshot: ['state'],
}
export const stepColumnsOf = (table: ContentTable): readonly string[] => STEP_COLUMNS[table] ?? []

const inProject =
  (table: ContentTable): ContentKind['rows'] =>
  (db, projects) =>
    db
      .selectFrom(table as 'vpc')
      .select(['id', 'name', ...(stepColumnsOf(table) as readonly 'name'[])])
      .where('project_id', 'in', projects)

/** A floating IP shares its table with addresses that are deleted with their instance. */
const floatingIp: ContentKind = {
  kind: 'floating-ip',
  table: 'external_ip',
  selector: 'floatingIp',
  rows: (db, projects) => inProject('external_ip')(db, projects).where('kind' as 'name', '=', 'floating'),
}

/** A VPC can't be deleted while it has subnets. */
const vpcSubnet: ContentKind = {
  ...subnet,
  rows: (db, projects) =>
    db
      .selectFrom('vpc_subnet')
      .innerJoin('vpc', 'vpc.id', 'vpc_subnet.vpc_id')
      .select(['vpc_subnet.id', 'vpc_subnet.name'])
      .where('vpc.project_id', 'in', projects) as unknown as ReturnType<ContentKind['rows']>,
}

const lieInProject = namedKinds
  .filter(({ parent }) => parent?.resource.kind === 'project')
  .map(({ kind, table, selector }) => ({
    // kinds.test.ts compares the list with the parents.
    kind: kind as ProjectKind,
    table,
    selector,
    rows: inProject(table),
  }))

/** The kinds whose order matters: a resource is deleted after those that use it. All others come in between. */
const FIRST: readonly ProjectKind[] = ['instance', 'disk', 'snapshot', 'project-image', 'floating-ip']
const LAST: readonly ProjectKind[] = ['vpc-subnet', 'vpc']
const rankOf = ({ kind }: ContentKind): number =>
  FIRST.includes(kind) ? FIRST.indexOf(kind) : FIRST.length + 1 + LAST.indexOf(kind)

/** The kinds that a project's deletion deletes, in its order. */
export const contentKinds: readonly ContentKind[] = [...lieInProject, floatingIp, vpcSubnet].toSorted(
  (a, b) => rankOf(a) - rankOf(b),
)

/** The first step of the kinds that can't be deleted in every state. */
const STEPS: Partial<Record<ProjectKind, (row: never) => DeletionStep>> = {
  instance: ({ name, run_state, deletion_protected }: InstanceRow) =>
    deletion_protected === 1
      ? { refused: protectionProblem('instance', name) }
      : instanceDeletionStep(run_state),
  disk: ({ name, state, deletion_protected }: DiskRow) =>
    deletion_protected === 1 ? { refused: protectionProblem('disk', name) } : diskDeletionStep(state),
  snapshot: ({ state }: SnapshotRow) => snapshotDeletionStep(state),
}

/** Returns the first step of the deletion of a resource. @param row its row. */
export const deletionStepOf = (kind: ProjectKind, row: object): DeletionStep =>
  STEPS[kind]?.(row as never) ?? 'delete'

/** Whether a disk stays attached, because its instance is protected from deletion. */
export async function isHeld({ db }: Context, row: object): Promise<boolean> {
  if (!('instance_id' in row) || typeof row.instance_id !== 'string') return false
  const { instance_id } = row
  const holder = await db
    .selectFrom('instance')
    .select('deletion_protected')
    .where('id', '=', instance_id)
    .executeTakeFirst()
  return holder?.deletion_protected === 1
}
