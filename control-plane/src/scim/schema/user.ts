import { MAX_INDEXED_LENGTH, type ResourceType, type Schema } from './attribute.ts'
import { attribute, complex, plural } from './define.ts'

const PLACES = ['work', 'home', 'other']

/** RFC 7643 section 4.1 without passwords and certificates, which only the provider keeps. */
const userSchema: Schema = {
  id: 'urn:ietf:params:scim:schemas:core:2.0:User',
  name: 'User',
  description: 'Somebody who signs in',
  attributes: [
    attribute('userName', 'The name that the sign-in at the provider comes with', {
      required: true,
      uniqueness: 'server',
      longest: MAX_INDEXED_LENGTH,
    }),
    complex('name', 'The parts of the name', [
      attribute('formatted', 'The whole name'),
      attribute('familyName', 'Family name'),
      attribute('givenName', 'Given name'),
      attribute('middleName', 'Middle names'),
      attribute('honorificPrefix', 'Title before the name'),
      attribute('honorificSuffix', 'What stands behind the name'),
    ]),
    attribute('displayName', 'The name that is shown'),
    attribute('nickName', 'What friends say'),
    attribute('profileUrl', 'Address of a page about the user', {
      type: 'reference',
      referenceTypes: ['external'],
    }),
    attribute('title', 'Position'),
    attribute('userType', 'Such as Employee or Contractor'),
    attribute('preferredLanguage', 'As in Accept-Language'),
    attribute('locale', 'For dates and numbers, such as en-GB'),
    attribute('timezone', 'Such as Europe/Berlin'),
    attribute('active', 'Whether the user may sign in; false also ends sessions and tokens', {
      type: 'boolean',
    }),
    plural('emails', 'E-mail addresses', { canonicalValues: PLACES }),
    plural('phoneNumbers', 'Telephone numbers', {
      canonicalValues: ['work', 'home', 'mobile', 'fax', 'pager', 'other'],
    }),
    plural('ims', 'Addresses for messages'),
    plural('photos', 'Addresses of pictures', { type: 'reference', canonicalValues: ['photo', 'thumbnail'] }),
    complex(
      'addresses',
      'Postal addresses',
      [
        attribute('formatted', 'The whole address'),
        attribute('streetAddress', 'Street and number'),
        attribute('locality', 'Town'),
        attribute('region', 'State or region'),
        attribute('postalCode', 'Postal code'),
        attribute('country', 'Country, ISO 3166-1 alpha-2'),
        attribute('type', 'What it is for', { canonicalValues: PLACES }),
        attribute('primary', 'Whether it is the first choice', { type: 'boolean' }),
      ],
      { multiValued: true },
    ),
    complex(
      'groups',
      'The groups that the user is in; changed at the groups',
      [
        attribute('value', 'Id of the group', { caseExact: true, mutability: 'readOnly' }),
        attribute('$ref', 'Address of the group', {
          type: 'reference',
          caseExact: true,
          mutability: 'readOnly',
          referenceTypes: ['Group'],
        }),
        attribute('display', 'Name of the group', { mutability: 'readOnly' }),
        attribute('type', 'Always direct', { mutability: 'readOnly', canonicalValues: ['direct'] }),
      ],
      { multiValued: true, mutability: 'readOnly' },
    ),
    plural('entitlements', 'What the user is entitled to elsewhere; means nothing here'),
    plural('roles', 'Roles that the user has elsewhere; means nothing here'),
  ],
}

/** RFC 7643 section 4.3. */
const enterpriseSchema: Schema = {
  id: 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User',
  name: 'EnterpriseUser',
  description: 'Somebody in an organisation',
  attributes: [
    attribute('employeeNumber', 'Number in the organisation'),
    attribute('costCenter', 'Cost centre'),
    attribute('organization', 'Organisation'),
    attribute('division', 'Division'),
    attribute('department', 'Department'),
    complex('manager', "The user's manager", [
      attribute('value', 'Id of the manager', { caseExact: true }),
      attribute('$ref', 'Address of the manager', {
        type: 'reference',
        caseExact: true,
        referenceTypes: ['User'],
      }),
      attribute('displayName', 'Name of the manager'),
    ]),
  ],
}

export const userType: ResourceType = {
  name: 'User',
  endpoint: '/Users',
  description: 'Somebody who signs in',
  schema: userSchema,
  extensions: [enterpriseSchema],
}
