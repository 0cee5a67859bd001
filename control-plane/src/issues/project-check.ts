import { present } from '../kit/base/present.ts'
import type { RawBuilder } from 'kysely'
import type { Context } from '../kit/context/context.ts'
import { type Check, type Found, fromVisibleProjects, inProject, MAX_FOUND } from './check.ts'

/** Resources of projects whose rows alone decide whether they are an issue. */
type ProjectCheck = Omit<Check, 'find'> & {
  table: 'instance' | 'disk' | 'external_ip'
  /** A condition on the table that an index finds in a project. */
  where: (now: string) => RawBuilder<boolean>
  message: (row: Reasons & { name: string }) => string
  /** How many a silo has, after its name: "has 3 failed instances". */
  count: (counted: Counted) => string
}

/** Why an instance was not started, and why its machine is in its state. Other resources have neither. */
type Reasons = { startProblem: string | null; note: string | null }

/**
 * Makes two checks: the resources themselves, for users who see their projects, and how many each silo has, for operators. They
 * may not see what is in a project.
 */
export function projectCheck({ table, where, message, count, ...check }: ProjectCheck): {
  ofProjects: Check
  ofSilos: Check
} {
  // Of the three tables only instances have reasons.
  const one = table as 'instance'
  const isIssue = (context: Context) => where(context.clock.now().toISOString())
  return {
    ofProjects: {
      ...check,
      find: async (context) => {
        const rows = await fromVisibleProjects(context)
          .innerJoin(one, `${one}.project_id`, 'project.id')
          .select([`${one}.id`, `${one}.name`])
          .select('project.name as project_name')
          .$if(table === 'instance', (some) => some.select(['instance.start_problem', 'instance.note']))
          .where(isIssue(context))
          .execute()
        return rows.map((row) =>
          inProject(
            row,
            message({ name: row.name, startProblem: row.start_problem ?? null, note: row.note ?? null }),
          ),
        )
      },
    },
    ofSilos: {
      ...check,
      resourceKind: 'silo',
      find: async (context) => {
        const some = context.db
          .selectFrom(one)
          .select(`${one}.project_id`)
          .where(isIssue(context))
          // The order of the indexes that hold only issues: the same silos are counted each time.
          .orderBy('project_id')
          .limit(MAX_COUNTED)
        const rows = await context.db
          .selectFrom(some.as('some'))
          .innerJoin('project', 'project.id', 'some.project_id')
          .innerJoin('silo', 'silo.id', 'project.silo_id')
          .select(({ fn }) => ['silo.id', 'silo.name', fn.countAll().as('found')])
          .groupBy(['silo.id', 'silo.name'])
          .orderBy('silo.name')
          .execute()
        const counts = rows.map((row) => ({ silo: row, found: Number(row.found) }))
        const sum = counts.reduce((total, { found }) => total + found, 0)
        return issuesOfSilos(counts, sum >= MAX_COUNTED, count)
      },
    },
  }
}

/** Rows that are counted for operators, for all silos together. */
export const MAX_COUNTED = 10_000

/** Returns a count with its noun: "1 disk", "at least 2 disks". */
export type Counted = (one: string) => string

/**
 * Makes an issue of each count.
 * @param isPartial whether there are resources that were not looked at, so that each count is a lower bound
 */
export function issuesOfSilos(
  counts: readonly { silo: { id: string; name: string }; found: number }[],
  isPartial: boolean,
  text: (counted: Counted) => string,
): Found[] {
  return counts.slice(0, MAX_FOUND).map(({ silo: { id, name }, found }) => ({
    message: `Silo ${name} ${text((one) => `${isPartial ? 'at least ' : ''}${found} ${one}${found === 1 ? '' : 's'}`)}`,
    resourceId: id,
    resourceName: name,
    projectName: null,
    siloName: name,
  }))
}

type OfSilo = { silo: { id: string; name: string } }

/** Counts by silo. */
export const bySilo = (found: readonly OfSilo[]) =>
  [...Map.groupBy(found, ({ silo }) => silo.id).values()].map((some) => ({
    silo: present(some[0], 'the project').silo,
    found: some.length,
  }))
