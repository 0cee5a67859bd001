/** Definition of an attribute (RFC 7643 section 7). Omitted characteristics have the RFC's defaults. */
export type Attribute = {
  name: string
  type: 'string' | 'boolean' | 'reference' | 'dateTime' | 'complex'
  description: string
  multiValued?: true
  required?: true
  /** Names and addresses are case-insensitive unless this is set. */
  caseExact?: true
  mutability?: 'readOnly' | 'immutable'
  returned?: 'always'
  uniqueness?: 'server'
  /** Maximum length if below the usual one, in characters; not part of the RFC. */
  longest?: number
  canonicalValues?: readonly string[]
  referenceTypes?: readonly string[]
  subAttributes?: readonly Attribute[]
}

export type Schema = {
  /** A URN. */
  id: string
  name: string
  description: string
  attributes: readonly Attribute[]
}

export type ResourceType = {
  name: 'User' | 'Group'
  /** Path below the base URL: `/Users`. */
  endpoint: string
  description: string
  schema: Schema
  extensions: readonly Schema[]
}

/** Maximum length of indexed values, in characters. */
export const MAX_INDEXED_LENGTH = 256

/** Attributes of every resource, which belong to no schema: RFC 7643 section 3.1. */
export const commonAttributes: readonly Attribute[] = [
  {
    name: 'id',
    type: 'string',
    description: 'Our id',
    caseExact: true,
    mutability: 'readOnly',
    returned: 'always',
    uniqueness: 'server',
  },
  {
    name: 'externalId',
    type: 'string',
    description: "The provider's own id",
    caseExact: true,
    longest: MAX_INDEXED_LENGTH,
  },
  {
    name: 'schemas',
    type: 'reference',
    description: 'URNs of the schemas that the resource has attributes of',
    multiValued: true,
    caseExact: true,
    mutability: 'readOnly',
    returned: 'always',
  },
  {
    name: 'meta',
    type: 'complex',
    description: 'When and where',
    mutability: 'readOnly',
    subAttributes: [
      {
        name: 'resourceType',
        type: 'string',
        description: 'User or Group',
        caseExact: true,
        mutability: 'readOnly',
      },
      { name: 'created', type: 'dateTime', description: 'When it was made', mutability: 'readOnly' },
      {
        name: 'lastModified',
        type: 'dateTime',
        description: 'When it was last changed',
        mutability: 'readOnly',
      },
      {
        name: 'location',
        type: 'reference',
        description: 'Its address',
        caseExact: true,
        mutability: 'readOnly',
      },
      { name: 'version', type: 'string', description: 'Its ETag', caseExact: true, mutability: 'readOnly' },
    ],
  },
]

/** Attribute names are case-insensitive. */
export const attributeNamed = (attributes: readonly Attribute[], name: string): Attribute | undefined => {
  const wanted = name.toLowerCase()
  return attributes.find((attribute) => attribute.name.toLowerCase() === wanted)
}
