import type { Stored } from './collection.ts'
import type { ResourceType } from './schema/attribute.ts'
import type { Resource } from './schema/read.ts'

/**
 * Returns a resource as clients see it, with all attributes.
 * @param base URL of the API: `https://cloud.example/scim/v2`.
 */
export function represent(type: ResourceType, stored: Stored, base: string): Resource {
  const { id, externalId, own, links } = stored
  const extensions = type.extensions.map((schema) => schema.id).filter((urn) => own[urn] !== undefined)
  return {
    schemas: [type.schema.id, ...extensions],
    id,
    ...(externalId === null ? {} : { externalId }),
    ...own,
    ...(links && links.length > 0 ? linksOf(type, links, base) : {}),
    meta: {
      resourceType: type.name,
      created: stored.timeCreated,
      lastModified: stored.timeModified,
      location: locationOf(type, id, base),
      version: versionOf(stored),
    },
  }
}

/** Returns the URL of a resource. */
export const locationOf = (type: ResourceType, id: string, base: string): string =>
  `${base}${type.endpoint}/${id}`

/** Returns the ETag of a resource; weak, because a response may contain some attributes only. */
export const versionOf = ({ revision }: Pick<Stored, 'revision'>): string => `W/"${revision}"`

function linksOf(type: ResourceType, links: NonNullable<Stored['links']>, base: string): Resource {
  const [attribute, path, kind] =
    type.name === 'User' ? ['groups', '/Groups', 'direct'] : ['members', '/Users', 'User']
  return {
    [attribute!]: links.map(({ id, name }) => ({
      value: id,
      $ref: `${base}${path}/${id}`,
      display: name,
      type: kind,
    })),
  }
}
