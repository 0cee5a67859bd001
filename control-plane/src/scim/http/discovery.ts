import { MAX_COUNT } from '../list/query.ts'
import type { Attribute, ResourceType, Schema } from '../schema/attribute.ts'
import { groupType } from '../schema/group.ts'
import { userType } from '../schema/user.ts'
import { MAX_BODY } from './body.ts'

const CORE = 'urn:ietf:params:scim:schemas:core:2.0'
const LIST = 'urn:ietf:params:scim:api:messages:2.0:ListResponse'

export const resourceTypes: readonly ResourceType[] = [userType, groupType]
const schemas: readonly Schema[] = resourceTypes.flatMap((type) => [type.schema, ...type.extensions])

type Json = Record<string, unknown>

/** ServiceProviderConfig: RFC 7643 section 5. */
export const serviceProviderConfig = (base: string): Json => ({
  schemas: [`${CORE}:ServiceProviderConfig`],
  patch: { supported: true },
  bulk: { supported: false, maxOperations: 0, maxPayloadSize: MAX_BODY },
  filter: { supported: true, maxResults: MAX_COUNT },
  changePassword: { supported: false },
  sort: { supported: true },
  etag: { supported: true },
  authenticationSchemes: [
    {
      type: 'oauthbearertoken',
      name: 'SCIM token',
      description:
        'A token that administrators of the silo make, as bearer token in the header Authorization',
      specUri: 'https://www.rfc-editor.org/info/rfc6750',
      primary: true,
    },
  ],
  meta: { resourceType: 'ServiceProviderConfig', location: `${base}/ServiceProviderConfig` },
})

/** ResourceType: RFC 7643 section 6. */
const resourceTypeView = (type: ResourceType, base: string): Json => ({
  schemas: [`${CORE}:ResourceType`],
  id: type.name,
  name: type.name,
  endpoint: type.endpoint,
  description: type.description,
  schema: type.schema.id,
  schemaExtensions: type.extensions.map(({ id }) => ({ schema: id, required: false })),
  meta: { resourceType: 'ResourceType', location: `${base}/ResourceTypes/${type.name}` },
})

/** Schema: RFC 7643 section 7. */
const schemaView = ({ id, name, description, attributes }: Schema, base: string): Json => ({
  schemas: [`${CORE}:Schema`],
  id,
  name,
  description,
  attributes: attributes.map(attributeView),
  meta: { resourceType: 'Schema', location: `${base}/Schemas/${id}` },
})

function attributeView(attribute: Attribute): Json {
  const { name, type, description, canonicalValues, referenceTypes, subAttributes } = attribute
  return {
    name,
    type,
    multiValued: attribute.multiValued ?? false,
    description,
    required: attribute.required ?? false,
    ...(canonicalValues ? { canonicalValues } : {}),
    ...(type === 'string' || type === 'reference' ? { caseExact: attribute.caseExact ?? false } : {}),
    mutability: attribute.mutability ?? 'readWrite',
    returned: attribute.returned ?? 'default',
    uniqueness: attribute.uniqueness ?? 'none',
    ...(referenceTypes ? { referenceTypes } : {}),
    ...(subAttributes ? { subAttributes: subAttributes.map(attributeView) } : {}),
  }
}

/** Serves documents by id and as a list. */
export type Documents = { all: (base: string) => Json; one: (id: string, base: string) => Json | null }

export const resourceTypeDocuments: Documents = documents(resourceTypes, ({ name }) => name, resourceTypeView)
export const schemaDocuments: Documents = documents(schemas, ({ id }) => id, schemaView)

function documents<Item>(
  items: readonly Item[],
  idOf: (item: Item) => string,
  view: (item: Item, base: string) => Json,
): Documents {
  return {
    all: (base) => ({
      schemas: [LIST],
      totalResults: items.length,
      startIndex: 1,
      itemsPerPage: items.length,
      Resources: items.map((item) => view(item, base)),
    }),
    one(id, base) {
      const found = items.find((item) => idOf(item).toLowerCase() === id.toLowerCase())
      return found ? view(found, base) : null
    },
  }
}
