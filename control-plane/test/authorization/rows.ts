import type { OperationId } from '@granary/contract/contract.ts'
import type { rules } from './rules.ts'

/** What requests are made of: how the resources of the walk are called, by name or by id. */
export type Names = {
  /** The name or the id of the resource of a kind. */
  of: (kind: ResourceKind) => string
  /** The id of the resource of a kind, where only that is understood. */
  idOf: (kind: ResourceKind) => string
  /** `{ project }` where names are used, nothing where ids are. */
  inProject: Record<string, string>
  inVpc: Record<string, string>
  inInstance: Record<string, string>
  inSilo: Record<string, string>
}
export type ResourceKind =
  | 'silo'
  | 'project'
  | 'instance'
  | 'disk'
  | 'image'
  | 'snapshot'
  | 'vpc'
  | 'subnet'
  | 'router'
  | 'interface'
  | 'floatingIp'
  | 'group'
  | 'together'
  | 'pool'
  | 'provider'
  | 'key'
  | 'user'
  | 'certificate'
  | 'userBuiltin'
  | 'siloGroup'

type Request = { path?: Record<string, string>; query?: Record<string, string>; body?: unknown }
/** A rule, and a request that finds something. */
export type Row = { rule: keyof typeof rules; request: (names: Names) => Request }

/** The rows of a family. */
export type Rows = Partial<Record<OperationId, Row>>

/** A row whose request is made by hand; those below make the usual ones. */
export const row = (rule: Row['rule'], request: Row['request'] = () => ({})): Row => ({ rule, request })
export const instance = (rule: Row['rule'], body?: unknown) =>
  row(rule, ({ of, inProject }) => ({ path: { instance: of('instance') }, query: inProject, body }))
export const inProject = (rule: Row['rule'], body?: unknown) =>
  row(rule, ({ of }) => ({ query: { project: of('project') }, body }))
export const one = (rule: Row['rule'], kind: ResourceKind, parameter: string = kind, body?: unknown) =>
  row(rule, ({ of, inProject: query }) => ({ path: { [parameter]: of(kind) }, query, body }))
export const ofSilo = (rule: Row['rule'], path: Record<string, string> = {}) =>
  row(rule, ({ of }) => ({ path, query: { silo: of('silo') } }))
export const ofUser = (
  rule: Row['rule'],
  query: (names: Names) => Record<string, string> = () => ({}),
  body?: unknown,
) => row(rule, (names) => ({ path: { userId: names.of('user') }, query: query(names), body }))

/** The id of nothing. */
export const NO_ID = '00000000-0000-4000-8000-000000000000'
