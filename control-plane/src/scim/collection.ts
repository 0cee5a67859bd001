import type { Context } from '../kit/context/context.ts'
import type { Narrow } from './list/narrow.ts'
import type { ResourceType } from './schema/attribute.ts'
import type { Resource } from './schema/read.ts'

/** A stored user or group. */
export type Stored = {
  id: string
  externalId: string | null
  timeCreated: string
  timeModified: string
  revision: number
  /** The attributes that clients write, in the form of `readResource`, without `externalId`. */
  own: Resource
  /** The groups of a user or the members of a group, by id and name; null until `link` has loaded them. */
  links: readonly Link[] | null
}

export type Link = { id: string; name: string }

/** How the links of a resource change, by their ids. */
export type LinkChange = { joined: readonly string[]; left: readonly string[]; kept: readonly string[] }

/** Which of a silo's resources to load: a page, the ones that an index finds, or some by their ids. */
export type Selector =
  | { offset: number; limit: number }
  | { narrow: Narrow | null }
  | { ids: readonly string[] }

/** The users or the groups of the silo that the caller provisions. */
export type Collection = {
  type: ResourceType
  /** The attribute that names a resource, unique in the silo. */
  nameOf: 'userName' | 'displayName'
  /** The attribute that holds the links. */
  linked: 'groups' | 'members'
  count: (context: Context) => Promise<number>
  /** Returns the ids of resources in creation order. */
  ids: (context: Context, narrow: Narrow | null) => Promise<string[]>
  /** Loads resources in creation order, without links. */
  load: (context: Context, selector: Selector) => Promise<Stored[]>
  /** Counts the links of resources that have any. */
  countLinks: (context: Context, ids: readonly string[]) => Promise<Map<string, number>>
  /** Loads the links of resources. */
  link: (context: Context, stored: readonly Stored[]) => Promise<void>
  /**
   * Checks the links that clients write: those of groups.
   * @throws ScimError 400 for an invalid link.
   */
  linkChange?: (context: Context, before: readonly Link[], resource: Resource) => Promise<LinkChange>
  /** @throws ScimError 409 if the name of a new resource is taken. Undefined for resources without links. */
  requireFreeName?: (context: Context, resource: Resource) => Promise<void>
  /** @returns the id. @throws ScimError 409 if the name is taken. */
  create: (context: Context, resource: Resource, change: LinkChange) => Promise<string>
  /** Replaces the state of a resource. @throws ScimError 409 if the name is taken. */
  replace: (context: Context, stored: Stored, resource: Resource, change: LinkChange) => Promise<void>
  /** Needs no links. */
  delete: (context: Context, stored: Stored) => Promise<void>
}
