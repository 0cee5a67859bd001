import type { Content } from './project-contents.ts'

/** Maximum number of resources of a kind that a plan names; its count includes all of them. */
const MAX_NAMED = 20

const problemOf = ({ step }: Content<string>): string | null =>
  typeof step === 'object' ? step.refused : null

/** Returns the plan of deleting a project or a silo with its contents, as the API shows it. */
export function deletionPlanOf<Kind extends string>(contents: readonly Content<Kind>[]) {
  const byKind = Map.groupBy(contents, ({ kind }) => kind)
  return {
    total: contents.length,
    stops: contents.filter(({ step }) => step === 'stop').length,
    blocked: contents.filter((content) => problemOf(content) !== null).length,
    contents: [...byKind].map(([kind, its]) => ({
      kind,
      count: its.length,
      first: its
        .toSorted((a, b) => Number(problemOf(b) !== null) - Number(problemOf(a) !== null))
        .slice(0, MAX_NAMED)
        .map((content) => ({ id: content.id, name: content.name, problem: problemOf(content) })),
    })),
  }
}
