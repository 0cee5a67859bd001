import { contract, type OperationId } from '@granary/contract/contract.ts'
import type { Needs } from '@granary/contract/needs.ts'
import type { Method } from '@granary/contract/operation.ts'
import type { Subject } from '@granary/domain/kinds.ts'
import type { BulkJobItemRow, BulkJobRow } from '../database/schema.ts'
import type { Context } from '../kit/context/context.ts'
import { type ContentKind, contentKinds, deletionStepOf, isHeld } from '../kinds/project-contents.ts'
import { keysOf } from '../kit/base/keys.ts'
import { present } from '../kit/base/present.ts'
import { rowOf } from '../kit/sql/any-table.ts'
import { DEFERRED, type Operation } from './operation.ts'

/** Time after which a transitional state counts as a refusal, in milliseconds. */
const MAX_WAIT = 15 * 60_000

/** An operation that waits until the resource can be deleted. */
const whenPossible = ({ kind, table }: ContentKind, operation: Operation): Operation => ({
  ...operation,
  input: async (context, item, job) => {
    const row = await rowOf(context.db, table, { id: item.resource_id })
    const asked = await operation.input(context, item, job)
    const next = row && !(await isLate(context, job)) ? deletionStepOf(kind, row) : 'delete'
    if (next === 'wait' && row && !(await isHeld(context, row))) return DEFERRED
    return next === 'stop' && asked && asked !== DEFERRED ? { ...asked, before: 'instanceStop' } : asked
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

/** Returns the operation that deletes resources of a kind. @throws Error if the contract has none. */
function deleteOperationOf(subject: Subject, selector: string): OperationId {
  const deletes = ({ method, path, needs }: { method: Method; path: string; needs: Needs }) =>
    method === 'DELETE' && needs.by === 'resource' && needs.on === subject && path.endsWith(`/{${selector}}`)
  const found = keysOf(contract).find((id) => deletes(contract[id]))
  if (!found) throw new Error(`no operation deletes a ${subject}, so its project could never be deleted`)
  return found
}

const simple = (table: Operation['table'], subject: Subject, selector: string): Operation => ({
  id: deleteOperationOf(subject, selector),
  table,
  input: async (_, item: BulkJobItemRow) => ({
    path: { [selector]: item.resource_id },
    query: {},
    body: undefined,
  }),
})

/** Deletes an image that is still in the project; one that was promoted after the job was made is spared. */
const image = simple('image', 'image', 'image')
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

type Operations = readonly [Operation, ...Operation[]]

/** The operations that delete the contents of a project. @param images deletes its images. */
function contentOperations(images: Operation): Operations {
  const [first, ...others] = contentKinds.map((content) =>
    content.kind === 'project-image'
      ? images
      : whenPossible(content, simple(content.table, content.kind, content.selector)),
  )
  return [present(first, 'the first kind of contents'), ...others]
}

const deleteProject = simple('project', 'project', 'project')

/** The operations of a project deletion job: one per kind in it, and one for the project itself. */
export const projectDeletion: Operations = [...contentOperations(imageStillThere), deleteProject]

/** The operations of a silo deletion job. Its images go wherever they were promoted or demoted to. */
export const siloDeletion: Operations = [
  ...contentOperations(image),
  deleteProject,
  simple('silo', 'silo', 'silo'),
]
