import type { BulkJobItem, BulkOperationName } from '@granary/contract/bulk-jobs.ts'
import { projectMay, siloMay } from '@granary/domain/roles.ts'
import type { z } from 'zod'
import { actorOf, type Context } from '../kit/context/context.ts'
import { SELECTABLE_TABLES, type Operation } from './operation.ts'
import { operations } from './operations.ts'

type Listed = (typeof SELECTABLE_TABLES)[number]
const isListed = (table: Operation['table']): table is Listed =>
  SELECTABLE_TABLES.some((one) => one === table)

/** A resource that the caller may read. */
export type Visible = {
  kind: NonNullable<z.input<typeof BulkJobItem>['resource']>['kind']
  name: string
  projectName: string | null
  vpcName: string | null
}

/** Returns those given resources that the caller may read, by ID. */
export async function visibleResources(
  context: Context,
  operation: BulkOperationName,
  ids: readonly string[],
): Promise<Map<string, Visible>> {
  const tables = operations[operation].map(({ table }) => table).filter(isListed)
  const found = await Promise.all(tables.map((table) => resourcesIn(context, table, ids)))
  return new Map(found.flatMap((some) => [...some]))
}

const KINDS: Record<Listed, Visible['kind']> = {
  instance: 'instance',
  disk: 'disk',
  snapshot: 'snapshot',
  image: 'image',
  affinity_group: 'affinity-group',
  anti_affinity_group: 'anti-affinity-group',
  external_ip: 'floating-ip',
  external_subnet: 'external-subnet',
  vpc: 'vpc',
  vpc_subnet: 'vpc-subnet',
  vpc_router: 'vpc-router',
  internet_gateway: 'internet-gateway',
}

/** Tables whose rows lie in a VPC. */
const IN_VPC = ['vpc_subnet', 'vpc_router', 'internet_gateway'] as const
type InVpc = (typeof IN_VPC)[number]
const isInVpc = (table: Listed): table is InVpc => IN_VPC.some((one) => one === table)

async function resourcesIn(
  context: Context,
  table: Listed,
  ids: readonly string[],
): Promise<Map<string, Visible>> {
  const { grants, siloId } = actorOf(context)
  const rows = isInVpc(table) ? await rowsInVpc(context, table, ids) : await rowsIn(context, table, ids)
  const inSilo = siloMay(grants, 'list_contents', { ownSilo: true })
  const readable = rows.filter((row) =>
    row.project
      ? row.silo === siloId && projectMay(grants, row.project, 'read')
      : row.own === siloId && inSilo,
  )
  return new Map(
    readable.map(({ id, name, projectName, vpcName }) => [
      id,
      { kind: KINDS[table], name, projectName, vpcName: vpcName ?? null },
    ]),
  )
}

type Located = {
  id: string
  name: string
  project: string | null
  silo: string | null
  projectName: string | null
  vpcName?: string
  /** The silo of an image, which may lie in no project. */
  own?: string
}

async function rowsIn(
  { db }: Context,
  table: Exclude<Listed, InVpc>,
  ids: readonly string[],
): Promise<Located[]> {
  // Only images may lie in a silo without a project.
  return (
    db
      .selectFrom(table)
      .leftJoin('project', 'project.id', `${table}.project_id`)
      .select([`${table}.id`, `${table}.name`, 'project.id as project', 'project.silo_id as silo'])
      .select('project.name as projectName')
      .$if(table === 'image', (query) => query.select('image.silo_id as own'))
      .where(`${table}.id`, 'in', ids)
      // Only addresses that are no floating IPs have no name, and no job names these.
      .$narrowType<{ name: string }>()
      .execute()
  )
}

const rowsInVpc = ({ db }: Context, table: InVpc, ids: readonly string[]): Promise<Located[]> =>
  db
    .selectFrom(table)
    .innerJoin('vpc', 'vpc.id', `${table}.vpc_id`)
    .innerJoin('project', 'project.id', 'vpc.project_id')
    .select([`${table}.id`, `${table}.name`, 'project.id as project', 'project.silo_id as silo'])
    .select(['project.name as projectName', 'vpc.name as vpcName'])
    .where(`${table}.id`, 'in', ids)
    .execute()
