import { MAX_INDEXED_LENGTH, type ResourceType, type Schema } from './attribute.ts'
import { attribute, complex } from './define.ts'

/** RFC 7643 section 4.2. Members are users; groups do not nest. */
const groupSchema: Schema = {
  id: 'urn:ietf:params:scim:schemas:core:2.0:Group',
  name: 'Group',
  description: 'Users who can be given roles together',
  attributes: [
    attribute('displayName', 'Name of the group', {
      required: true,
      uniqueness: 'server',
      longest: MAX_INDEXED_LENGTH,
    }),
    complex(
      'members',
      'Who is in the group',
      [
        attribute('value', 'Id of a user', { caseExact: true, mutability: 'immutable', required: true }),
        attribute('$ref', 'Address of the user', {
          type: 'reference',
          caseExact: true,
          mutability: 'immutable',
          referenceTypes: ['User'],
        }),
        attribute('type', 'Always User', { mutability: 'immutable', canonicalValues: ['User'] }),
        attribute('display', 'Name of the user', { mutability: 'readOnly' }),
      ],
      { multiValued: true },
    ),
  ],
}

export const groupType: ResourceType = {
  name: 'Group',
  endpoint: '/Groups',
  description: 'Users who can be given roles together',
  schema: groupSchema,
  extensions: [],
}
