import { heldDiskProblem } from '@granary/domain/deletion-protection.ts'
import type { ProjectKind } from '@granary/domain/kinds.ts'
import type { DeletionStep } from '@granary/domain/project-deletion.ts'
import { sql } from 'kysely'
import { chunks } from '../kit/base/chunks.ts'
import type { OuterContext } from '../kit/context/context.ts'
import { eventLoopTurn } from '../kit/base/event-loop-turn.ts'
import type { Reader } from '../kit/context/reader.ts'
import { type Content, firstOf, type KindOfContents, MAX_NAMED, NO_CONTENTS, sumOf } from './deletion-plan.ts'
import { type ContentKind, contentKinds, deletionStepOf, stepColumnsOf } from './project-contents.ts'

/** Rows that are counted at once in several projects. The rows of one project have limits of their own. */
const MAX_COUNTED = 5_000

/**
 * Counts the contents of projects by kind, in the order of deletion, and names the first ones. It reads an index rather than the
 * rows, and lets the server handle other requests between the queries, so they don't see one state of the database.
 */
export async function contentsOf(
  { db }: OuterContext,
  projects: readonly string[],
): Promise<Map<ProjectKind, KindOfContents>> {
  const contents = new Map<ProjectKind, KindOfContents>()
  for (const content of contentKinds) {
    let sum = NO_CONTENTS
    for (const some of chunks(projects)) sum = sumOf(sum, await contentsOfKind(db, content, some))
    contents.set(content.kind, sum)
  }
  return contents
}

async function contentsOfKind(
  db: Reader,
  content: ContentKind,
  projects: readonly string[],
): Promise<KindOfContents> {
  await eventLoopTurn()
  const rows = content.rows(db, projects)
  if (projects.length > 1 && (await isMoreThan(MAX_COUNTED, rows))) {
    const half = Math.ceil(projects.length / 2)
    const [one, other] = [projects.slice(0, half), projects.slice(half)]
    return sumOf(await contentsOfKind(db, content, one), await contentsOfKind(db, content, other))
  }
  const groups = await groupsOf(content, rows)
  const held = content.kind === 'disk' ? await heldDisks(db, content, projects) : []
  const heldLike = new Map(held.map(({ key, count }) => [key, count]))
  const free = groups.map((group) => ({ ...group, count: group.count - (heldLike.get(group.key) ?? 0) }))
  return summary([...held, ...free])
}

type Rows = ReturnType<ContentKind['rows']>

async function isMoreThan(limit: number, rows: Rows): Promise<boolean> {
  const row = await rows
    .clearSelect()
    .select(sql`1`.as('one'))
    .offset(limit)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Resources of a kind for which the same values decide the first step. */
type Group = {
  key: string
  count: number
  stepOf: (name: string) => DeletionStep
  /** Returns the first ones by name. */
  first: (limit: number) => Promise<{ id: string; name: string }[]>
}

async function groupsOf({ kind, table }: ContentKind, rows: Rows): Promise<Group[]> {
  // The type uses one table; the others have these columns too.
  const columns = stepColumnsOf(table).map((column) => `${table}.${column}` as 'vpc.name')
  const counts = await rows
    .clearSelect()
    .select(columns)
    .select(sql<number | string>`count(*)`.as('count'))
    .$if(columns.length > 0, (query) => query.groupBy(columns))
    .execute()
  return counts.map(({ count, ...values }) => {
    const narrowed = Object.values(values).reduce(
      (some: Rows, value, at) => some.where(columns[at]!, '=', value),
      rows,
    )
    return {
      key: JSON.stringify(values),
      count: Number(count),
      stepOf: (name) => deletionStepOf(kind, { ...values, name }),
      first: (limit) =>
        narrowed
          .orderBy(`${table as 'vpc'}.name`)
          .limit(limit)
          .execute(),
    }
  })
}

/** Returns the disks of instances that are protected from deletion, whatever their own state. */
async function heldDisks(db: Reader, content: ContentKind, projects: readonly string[]): Promise<Group[]> {
  const held = db
    .selectFrom('instance')
    .innerJoin('disk', 'disk.instance_id', 'instance.id')
    .select(['disk.id', 'disk.name'])
    .where('instance.project_id', 'in', projects)
    // A literal, because a partial index has only these.
    .where(sql<boolean>`instance.deletion_protected = 1`) as unknown as Rows
  const groups = await groupsOf(content, held)
  return groups.map((group) => ({ ...group, stepOf: (name) => ({ refused: heldDiskProblem(name) }) }))
}

/** Adds up groups, and reads the first resources that a plan names. */
async function summary(groups: readonly Group[]): Promise<KindOfContents> {
  const stepOf = ({ stepOf }: Group) => stepOf('')
  const isBlocked = (group: Group) => typeof stepOf(group) === 'object'
  const total = (some: readonly Group[]) => some.reduce((sum, { count }) => sum + Math.max(count, 0), 0)
  const blocked = groups.filter(isBlocked)
  const free = groups.filter((group) => !isBlocked(group))
  const problems = await firstIn(blocked, new Set())
  return {
    count: total(groups),
    stops: total(free.filter((group) => stepOf(group) === 'stop')),
    blocked: total(blocked),
    problems,
    others: problems.length < MAX_NAMED ? await firstIn(free, new Set(problems.map(({ id }) => id))) : [],
  }
}

/**
 * The rows of held disks, whose groups come first, are in the other groups too.
 * @param without ids of disks that are named already.
 */
async function firstIn(groups: readonly Group[], without: ReadonlySet<string>): Promise<Content[]> {
  let found: Content[] = []
  for (const { count, first, stepOf } of groups)
    if (count > 0) {
      const named = new Set([...without, ...found.map(({ id }) => id)])
      const rows = (await first(MAX_NAMED + without.size)).filter(({ id }) => !named.has(id))
      found = firstOf(
        found,
        rows.map(({ id, name }) => ({ id, name, step: stepOf(name) })),
      )
    }
  return found
}
