import { present } from '../kit/base/present.ts'
import { storedJson } from '../kit/base/stored-json.ts'
import { sql } from 'kysely'
import type { BulkJobRow } from '../database/schema.ts'
import { addItems, type NewItem, setListing } from '../kinds/bulk-job.ts'
import { contentKinds } from '../kinds/project-contents.ts'
import type { Context } from '../kit/context/context.ts'
import type { Reader } from '../kit/context/reader.ts'

/** Items that are listed in one transaction, and queries for them: a silo may have many projects with little in them. */
const MAX_ITEMS = 1_000
const MAX_QUERIES = 200

/** The place of a row in the order of creation. A rename doesn't move it. */
type Place = readonly [time: string, id: string]
const START: Place = ['', '']

/** How far a job has listed what it deletes: to a row of a kind in a project; without a project, of the images of the silo. */
type Listing = { project: Place | null; kind: number; after: Place }
type Job = Pick<BulkJobRow, 'id' | 'user_id' | 'operation' | 'target' | 'time_created'>
type Listed = { id: string; name: string; time_created: string }

/** The positions of what is no content of a project: they finish after all contents. */
export const AFTER_CONTENTS = {
  project: contentKinds.length,
  siloImage: contentKinds.length + 1,
  silo: contentKinds.length + 2,
}

/** Returns where a job begins to list the contents of its project or its silo. */
export function startOfListing({ operation, target }: Pick<Job, 'operation' | 'target'>): string {
  const isOfSilo = operation === 'silo_delete_with_contents'
  const listing: Listing = isOfSilo
    ? { project: START, kind: contentKinds.length, after: START }
    : { project: ['', present(target, 'the project of the job')], kind: 0, after: START }
  return JSON.stringify(listing)
}

/**
 * Adds the next contents to a job: at most 1,000, because the server answers no other request while it lists. A job deletes
 * what there was when it was made, so that it deletes nothing that its user has not seen in the plan.
 * @param listing how far the job has come.
 */
export async function listMore(context: Context, job: Job, listing: string): Promise<void> {
  const items: NewItem[] = []
  let at: Listing | null = storedJson<Listing>(listing)
  for (let queries = 0; at && queries < MAX_QUERIES && items.length < MAX_ITEMS; queries++) {
    const step: Step = await nextStep(context, job, at, MAX_ITEMS - items.length)
    items.push(...step.items)
    at = step.next
  }
  await addItems(context, job, items)
  await setListing(context, job.id, at && JSON.stringify(at))
}

type Step = { items: NewItem[]; next: Listing | null }

async function nextStep(context: Context, job: Job, at: Listing, limit: number): Promise<Step> {
  if (at.project === null) {
    const rows = await siloImages(context.db, job, at.after, limit)
    const isLast = rows.length < limit
    return {
      items: itemsOf(rows, AFTER_CONTENTS.siloImage),
      next: isLast ? null : { ...at, after: last(rows) },
    }
  }
  if (at.kind < contentKinds.length) {
    const rows = await contentsAfter(context.db, job, at, limit)
    const isLast = rows.length < limit
    const next = isLast ? { ...at, kind: at.kind + 1, after: START } : { ...at, after: last(rows) }
    return { items: itemsOf(rows, at.kind), next }
  }
  if (job.operation !== 'silo_delete_with_contents') return { items: [], next: null }
  const projects = await nextProject(context.db, job, at.project)
  const project = projects.length === 0 ? null : last(projects)
  return { items: itemsOf(projects, AFTER_CONTENTS.project), next: { project, kind: 0, after: START } }
}

const itemsOf = (rows: readonly Listed[], position: number): NewItem[] =>
  rows.map(({ id, name }) => ({ id, name, position }))

function last(rows: readonly Listed[]): Place {
  const { time_created, id } = present(rows.at(-1), 'the last row')
  return [time_created, id]
}

const isAfter = (table: string, [time, id]: Place) =>
  sql<boolean>`(${sql.ref(`${table}.time_created`)}, ${sql.ref(`${table}.id`)}) > (${time}, ${id})`

/** Whether an image is no item yet: it may have been promoted or demoted since it was listed. */
const isNew = (job: Job) =>
  sql<boolean>`not exists (select 1 from bulk_job_item where job_id = ${job.id} and resource_id = image.id)`

async function contentsAfter(db: Reader, job: Job, at: Listing, limit: number): Promise<Listed[]> {
  const { table, rows } = present(contentKinds[at.kind], 'the kind of the contents')
  // The type uses one table; the others have these columns too.
  const name = table as 'vpc'
  let query = rows(db, [present(at.project, 'the project')[1]])
    .clearSelect()
    .select([`${name}.id`, `${name}.name`, `${name}.time_created`])
    .where(isAfter(table, at.after))
    .where(`${name}.time_created`, '<=', job.time_created)
  // Images that were demoted into the project since are none of those in the plan.
  if (table === 'image') query = query.where('time_modified', '<=', job.time_created).where(isNew(job))
  return query.orderBy(`${name}.time_created`).orderBy(`${name}.id`).limit(limit).execute() as Promise<
    Listed[]
  >
}

const nextProject = (db: Reader, job: Job, after: Place): Promise<Listed[]> =>
  db
    .selectFrom('project')
    .select(['id', 'name', 'time_created'])
    .where('silo_id', '=', present(job.target, 'the silo of the job'))
    .where(isAfter('project', after))
    .where('time_created', '<=', job.time_created)
    .orderBy('time_created')
    .orderBy('id')
    .limit(1)
    .execute()

const siloImages = (db: Reader, job: Job, after: Place, limit: number): Promise<Listed[]> =>
  db
    .selectFrom('image')
    .select(['id', 'name', 'time_created'])
    .where('silo_id', '=', present(job.target, 'the silo of the job'))
    .where('project_id', 'is', null)
    .where(isAfter('image', after))
    .where('time_created', '<=', job.time_created)
    .where(isNew(job))
    .orderBy('time_created')
    .orderBy('id')
    .limit(limit)
    .execute()
