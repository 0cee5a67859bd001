import { namedKinds } from '../src/kinds/index.ts'
import type { Resource } from '../src/kit/resources/resource.ts'

const kinds = namedKinds as readonly unknown[] as readonly Resource[]

const selectorsAbove = ({ parent }: Resource): string[] =>
  parent?.resource.parent ? [parent.resource.selector, ...selectorsAbove(parent.resource)] : []

const ancestors: Readonly<Record<string, string[]>> = {
  ...Object.fromEntries(kinds.map((kind) => [kind.selector, selectorsAbove(kind)])),
  // It shares a table with other addresses, so it is declared in another way.
  floatingIp: ['project'],
  // The attachment of a pool to a gateway has the same selector.
  pool: [],
}

/** Returns the selectors of a resource's ancestors below the silo, nearest first. */
export const ancestorsOf = (selector: string): readonly string[] => ancestors[selector] ?? []

/** Whether a selector names a project, or a resource in one. */
export const isInProject = (selector: string): boolean =>
  selector === 'project' || ancestorsOf(selector).includes('project')

/** The kinds of resources in a project, parents before their children. */
export const kindsInProject: readonly Resource[] = kinds
  .filter(({ selector }) => ancestorsOf(selector).includes('project'))
  .toSorted((a, b) => ancestorsOf(a.selector).length - ancestorsOf(b.selector).length)
