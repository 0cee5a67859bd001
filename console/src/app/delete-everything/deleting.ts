import type { CallOutput, Extensions } from '@granary/contract/call.ts'
import type { Kind } from '@granary/domain/kinds.ts'
import type { UseQueryOptions } from '@tanstack/react-query'
import { createStore } from '../../ui/store.ts'

/** The plan of a deletion. That of a silo also has its belongings, such as users. */
export type Plan = Omit<CallOutput<'projectDeletionPlan'>, 'contents'> & {
  contents: readonly (Omit<CallOutput<'projectDeletionPlan'>['contents'][number], 'kind'> & { kind: Kind })[]
  belongings?: readonly { kind: Kind; count: number }[]
}

/** A project or a silo that is deleted with everything in it. */
export type Deletion = {
  extensions: Extensions
  place: 'project' | 'silo'
  name: string
  plan: Pick<UseQueryOptions<Plan>, 'queryKey' | 'queryFn'>
  /** Starts the job. @param typed the name, as the user typed it. */
  start: (typed: string) => Promise<{ id: string }>
  /** Returns the address of the page that lists the resources of a kind, where there is one. */
  pageOf: (kind: Kind) => string | undefined
}

/** The deletion in progress. Its row or page goes before the results are read, so the frame shows it. */
export const deleting = createStore<Deletion | null>(null)
