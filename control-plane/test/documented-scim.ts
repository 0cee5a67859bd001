import { type Attribute, commonAttributes, type ResourceType } from '../src/scim/schema/attribute.ts'
import { groupType } from '../src/scim/schema/group.ts'
import { userType } from '../src/scim/schema/user.ts'

type Fields = Record<string, unknown>

const LIST = 'urn:ietf:params:scim:api:messages:2.0:ListResponse'
const ERROR = 'urn:ietf:params:scim:api:messages:2.0:Error'
/** RFC 7644 section 3.12. */
const SCIM_TYPES = [
  'invalidFilter',
  'tooMany',
  'uniqueness',
  'mutability',
  'invalidSyntax',
  'invalidPath',
  'noTarget',
  'invalidValue',
  'invalidVers',
  'sensitive',
]

/** @throws Error for an answer of SCIM that our schemas and RFC 7644 don't describe. */
export function requireDocumentedScim(
  url: string,
  { status, body }: { status: number; body: unknown },
): void {
  if (body === null) return
  const problem = problemOf(status, body as Fields)
  if (problem)
    throw new Error(`${url} answered ${status}, but ${problem}: ${JSON.stringify(body).slice(0, 2_000)}`)
}

function problemOf(status: number, body: Fields): string | null {
  const schemas = (body.schemas ?? []) as string[]
  if (status >= 400) {
    const { status: text, detail, scimType } = body
    const isError = schemas.length === 1 && schemas[0] === ERROR && text === String(status)
    if (!isError || typeof detail !== 'string') return 'it is no error of SCIM'
    return scimType === undefined || SCIM_TYPES.includes(scimType as string) ? null : 'scimType is unknown'
  }
  if (!schemas.includes(LIST)) return resourceProblem(body)
  const { totalResults, Resources = [] } = body as { totalResults: unknown; Resources?: Fields[] }
  if (!Number.isInteger(totalResults)) return 'totalResults is no number'
  return Resources.map(resourceProblem).find((each) => each !== null) ?? null
}

/** Of users and groups; discovery has resources of its own. */
function resourceProblem(resource: Fields): string | null {
  const schemas = (resource.schemas ?? []) as string[]
  const type = [userType, groupType].find(({ schema }) => schemas.includes(schema.id))
  if (!type) return null
  if (typeof resource.id !== 'string') return 'id is missing'
  return objectProblem(attributesOf(type), resource, '')
}

/** The attributes of a resource, with an extension as one that has those of its schema. */
const attributesOf = ({ schema, extensions }: ResourceType): Attribute[] => [
  ...commonAttributes,
  ...schema.attributes,
  ...extensions.map(({ id, description, attributes }) => ({
    name: id,
    type: 'complex' as const,
    description,
    subAttributes: attributes,
  })),
]

function objectProblem(attributes: readonly Attribute[], object: Fields, at: string): string | null {
  for (const [key, value] of Object.entries(object)) {
    const attribute = attributes.find(({ name }) => name === key)
    if (!attribute) return `${at}${key} is no attribute`
    if (Array.isArray(value) !== (attribute.multiValued === true)) return `${at}${key} is a list, or is none`
    for (const each of [value].flat()) {
      const problem = valueProblem(attribute, each, `${at}${key}`)
      if (problem) return problem
    }
  }
  return null
}

function valueProblem({ type, subAttributes = [] }: Attribute, value: unknown, at: string): string | null {
  if (type === 'complex')
    return typeof value === 'object' && value !== null
      ? objectProblem(subAttributes, value as Fields, `${at}.`)
      : `${at} is no object`
  if (type === 'boolean') return typeof value === 'boolean' ? null : `${at} is not true or false`
  if (typeof value !== 'string') return `${at} is no text`
  return type === 'dateTime' && Number.isNaN(Date.parse(value)) ? `${at} is no time` : null
}
