import type { OperationId } from '@granary/contract/contract.ts'
import { PARENTS, type ResourceKind } from '../one-of-each.ts'
import type { rules } from './rules.ts'

/** The parts of requests: how they refer to the resources of the walk, by name or by id. */
export type Names = {
  /** The name or the id of the resource of a kind. */
  of: (kind: ResourceKind) => string
  /** The id of the resource of a kind, where names are not accepted. */
  idOf: (kind: ResourceKind) => string
} & {
  /** The parents in the query where names are used; empty for ids. */
  [Place in keyof typeof PARENTS]: Record<string, string>
}

/** Returns the parts of requests, with the parents of every resource. */
export const namesOf = (of: Names['of'], idOf: Names['idOf'], walk: 'byName' | 'byId'): Names => {
  const queries = Object.entries(PARENTS).map(([place, parents]) => [
    place,
    walk === 'byName' ? Object.fromEntries(parents.map((kind) => [kind, of(kind)])) : {},
  ])
  return { of, idOf, ...(Object.fromEntries(queries) as Omit<Names, 'of' | 'idOf'>) }
}

type Request = { path?: Record<string, string>; query?: Record<string, string>; body?: unknown }
/** A rule, and a request that finds its resource. */
export type Row = { rule: keyof typeof rules; request: (names: Names) => Request }

/** Returns the rows of a family. */
export type Rows = Partial<Record<OperationId, Row>>

/** A row with a custom request; the functions below make the usual ones. */
export const row = (rule: Row['rule'], request: Row['request'] = () => ({})): Row => ({ rule, request })
export const instance = (rule: Row['rule'], body?: unknown) =>
  row(rule, ({ of, inProject }) => ({ path: { instance: of('instance') }, query: inProject, body }))
export const inProject = (rule: Row['rule'], body?: unknown) =>
  row(rule, ({ of }) => ({ query: { project: of('project') }, body }))
export const one = (rule: Row['rule'], kind: ResourceKind, parameter: string = kind, body?: unknown) =>
  row(rule, ({ of, inProject: query }) => ({ path: { [parameter]: of(kind) }, query, body }))
export const ofSilo = (rule: Row['rule'], path: Record<string, string> = {}, body?: unknown) =>
  row(rule, ({ of }) => ({ path, query: { silo: of('silo') }, body }))
export const ofUser = (
  rule: Row['rule'],
  query: (names: Names) => Record<string, string> = () => ({}),
  body?: unknown,
) => row(rule, (names) => ({ path: { userId: names.of('user') }, query: query(names), body }))

/** The id of no resource. */
export const NO_ID = '00000000-0000-4000-8000-000000000000'
