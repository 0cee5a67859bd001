import type { DeletionStep } from '@granary/domain/project-deletion.ts'

/** Maximum number of resources of a kind that a plan names; its count includes all of them. */
export const MAX_NAMED = 20

/** A resource in a project or a silo, and the first step of its deletion. */
export type Content = { id: string; name: string; step: DeletionStep }

/** Resources of a kind: how many there are by their first step, and the first of them by name. */
export type KindOfContents = {
  count: number
  stops: number
  blocked: number
  /** The first ones that can't be deleted now. */
  problems: readonly Content[]
  /** The first others. */
  others: readonly Content[]
}

export const NO_CONTENTS: KindOfContents = { count: 0, stops: 0, blocked: 0, problems: [], others: [] }

/** Returns the first resources of two lists by name. */
export const firstOf = (some: readonly Content[], more: readonly Content[]): Content[] =>
  [...some, ...more]
    .toSorted((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : a.id < b.id ? -1 : 1))
    .slice(0, MAX_NAMED)

/** Adds up the resources of a kind in different places. */
export const sumOf = (a: KindOfContents, b: KindOfContents): KindOfContents => ({
  count: a.count + b.count,
  stops: a.stops + b.stops,
  blocked: a.blocked + b.blocked,
  problems: firstOf(a.problems, b.problems),
  others: firstOf(a.others, b.others),
})

/** Returns the plan of deleting a project or a silo with its contents, as the API shows it. */
export function deletionPlanOf<Kind extends string>(contents: ReadonlyMap<Kind, KindOfContents>) {
  const kinds = [...contents].filter(([, { count }]) => count > 0)
  const total = (amount: 'count' | 'stops' | 'blocked') =>
    kinds.reduce((sum, [, contents]) => sum + contents[amount], 0)
  return {
    total: total('count'),
    stops: total('stops'),
    blocked: total('blocked'),
    contents: kinds.map(([kind, { count, problems, others }]) => ({
      kind,
      count,
      first: [...problems, ...others].slice(0, MAX_NAMED).map(({ id, name, step }) => ({
        id,
        name,
        problem: typeof step === 'object' ? step.refused : null,
      })),
    })),
  }
}
