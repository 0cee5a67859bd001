import type { OperationId } from '@granary/contract/contract.ts'
import { ancestorsOf } from '../kinds-by-selector.ts'
import type { rules } from './rules.ts'

/** The parts of requests: how they refer to the resources of the walk, by name or by id. */
export type Names = {
  /** The name or the id of the resource with a selector. */
  of: (selector: string) => string
  /** The id of the resource with a selector, where names are not accepted. */
  idOf: (selector: string) => string
  /** The parents of that resource in the query where names are used; empty for ids. */
  parentsOf: (selector: string) => Record<string, string>
  /** The silo in the query where names are used; empty for ids. */
  inSilo: Record<string, string>
}

/** Returns the parts of requests, with the parents of every resource. */
export const namesOf = (of: Names['of'], idOf: Names['idOf'], walk: 'byName' | 'byId'): Names => {
  const named = (selectors: readonly string[]) =>
    walk === 'byName' ? Object.fromEntries(selectors.map((selector) => [selector, of(selector)])) : {}
  return { of, idOf, parentsOf: (selector) => named(ancestorsOf(selector)), inSilo: named(['silo']) }
}

type Request = { path?: Record<string, string>; query?: Record<string, string>; body?: unknown }
/** A rule, and a request that finds its resource. */
export type Row = { rule: keyof typeof rules; request: (names: Names) => Request }

/** What differs from the usual row of an operation on a resource in a project; see usual-rows.ts. */
export type Difference = {
  rule?: Row['rule']
  query?: Record<string, string>
  body?: unknown
  /** A body that names other resources. */
  bodyOf?: (names: Names) => unknown
}

/** The rows of a family. Operations on resources in a project need none, unless they differ from the usual. */
export type Rows = Partial<Record<OperationId, Row | Difference>>

/** A row with a custom request; the functions below make the usual ones. */
export const row = (rule: Row['rule'], request: Row['request'] = () => ({})): Row => ({ rule, request })
export const ofSilo = (rule: Row['rule'], path: Record<string, string> = {}, body?: unknown) =>
  row(rule, ({ of }) => ({ path, query: { silo: of('silo') }, body }))
export const ofUser = (
  rule: Row['rule'],
  query: (names: Names) => Record<string, string> = () => ({}),
  body?: unknown,
) => row(rule, (names) => ({ path: { userId: names.of('user') }, query: query(names), body }))

/** The id of no resource. */
export const NO_ID = '00000000-0000-4000-8000-000000000000'
