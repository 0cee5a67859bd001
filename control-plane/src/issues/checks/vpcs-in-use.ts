import { sql } from 'kysely'
import type { Context } from '../../kit/context/context.ts'
import type { ProjectIds } from '../check.ts'

/** VPCs that are looked at for one caller. */
const MAX_VPCS = 2_000
/** Interfaces of a VPC that are counted; one with more is not looked at. */
const MAX_INTERFACES = 5_000
/** Work for one answer: rules times interfaces, and what reading and comparing them costs. A unit takes about two microseconds. */
const MAX_WORK = 36_000
/** Bytes of targets and filters that take a unit of work. The largest firewall has a megabyte of them. */
const BYTES_OF_WORK = 30

/** A VPC with its project and its silo. */
export type VpcInUse = Awaited<ReturnType<typeof someInUse>>[number]

/**
 * Returns VPCs that have a network interface, as many as can be checked in about a tenth of a second: of those in some
 * projects, or of the first ones of all. In the others no rule matches, and that is no mistake.
 * @returns isPartial whether there are VPCs that must stay unchecked
 */
export async function vpcsInUse(
  context: Context,
  projectIds: ProjectIds | undefined,
): Promise<{ vpcs: VpcInUse[]; isPartial: boolean }> {
  const all = await someInUse(context, projectIds)
  const vpcs: VpcInUse[] = []
  let work = 0
  for (const vpc of all) {
    const interfaces = Number(vpc.interfaces)
    const bytes = Number(vpc.rule_bytes ?? 0)
    const ofVpc = 20 + interfaces * (10 + Number(vpc.rules)) + bytes / BYTES_OF_WORK
    if (interfaces > MAX_INTERFACES || work + ofVpc > MAX_WORK) continue
    work += ofVpc
    vpcs.push(vpc)
  }
  const isPartial = vpcs.length < all.length || (await hasMore(context, projectIds))
  return { vpcs, isPartial }
}

/** Returns the first VPCs by project, or of all by ID: the same each time, whatever others add later. */
function firstVpcs({ db }: Context, projectIds: ProjectIds | undefined) {
  const vpcs = db.selectFrom('vpc').select(['id', 'name', 'project_id'])
  return projectIds === undefined
    ? vpcs.orderBy('id')
    : vpcs.where('project_id', 'in', projectIds).orderBy('project_id').orderBy('name')
}

const hasMore = async (context: Context, projectIds: ProjectIds | undefined): Promise<boolean> =>
  (await firstVpcs(context, projectIds).limit(1).offset(MAX_VPCS).executeTakeFirst()) !== undefined

function someInUse(context: Context, projectIds: ProjectIds | undefined) {
  const { db } = context
  return (
    db
      // The limit is on the rows read, not on the matches, so that a cloud without a match is not read as a whole.
      .selectFrom(firstVpcs(context, projectIds).limit(MAX_VPCS).as('some'))
      .innerJoin('project', 'project.id', 'some.project_id')
      .innerJoin('silo', 'silo.id', 'project.silo_id')
      .select(['some.id', 'some.name', 'project.name as project_name'])
      .select(['silo.id as silo_id', 'silo.name as silo_name'])
      .select((select) => [
        select
          .selectFrom(
            select
              .selectFrom('network_interface')
              .select('network_interface.id')
              .whereRef('network_interface.vpc_id', '=', 'some.id')
              .limit(MAX_INTERFACES + 1)
              .as('counted'),
          )
          .select(({ fn }) => fn.countAll().as('count'))
          .as('interfaces'),
        select
          .selectFrom('firewall_rule')
          .select(({ fn }) => fn.countAll().as('count'))
          .whereRef('firewall_rule.vpc_id', '=', 'some.id')
          .as('rules'),
        // Neither engine reads a long text for its length in bytes.
        select
          .selectFrom('firewall_rule')
          .select(
            sql<number>`sum(octet_length(targets) + octet_length(target_tags) + octet_length(filters))`.as(
              'bytes',
            ),
          )
          .whereRef('firewall_rule.vpc_id', '=', 'some.id')
          .as('rule_bytes'),
      ])
      .where((where) =>
        where.exists(
          where
            .selectFrom('network_interface')
            .select('network_interface.id')
            .whereRef('network_interface.vpc_id', '=', 'some.id'),
        ),
      )
      .orderBy('project.name')
      .orderBy('some.name')
      .orderBy('some.id')
      .execute()
  )
}
