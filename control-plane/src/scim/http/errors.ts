import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { ApiError } from '../../kit/base/errors.ts'

/** The detail error keywords of RFC 7644 section 3.12. */
export type ScimType =
  | 'invalidFilter'
  | 'tooMany'
  | 'uniqueness'
  | 'mutability'
  | 'invalidSyntax'
  | 'invalidPath'
  | 'noTarget'
  | 'invalidValue'

/** A refusal in SCIM's error format. Its detail never repeats a value from the request, which may be a secret. */
export class ScimError extends ApiError {
  readonly scimType: ScimType | undefined

  constructor(
    status: ContentfulStatusCode,
    scimType: ScimType | undefined,
    detail: string,
    headers: Record<string, string> = {},
  ) {
    super(status, undefined, detail, headers)
    this.name = 'ScimError'
    this.scimType = scimType
  }
}

/** Returns a 400 with one of the keywords. */
export const refused = (scimType: ScimType, detail: string) => new ScimError(400, scimType, detail)

/** Returns a 404, also for resources of another silo. */
export const noSuchResource = (type: string) => new ScimError(404, undefined, `there is no such ${type}`)

/** Returns a 409: another resource has the value. */
export const taken = (detail: string) => new ScimError(409, 'uniqueness', detail)
