import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { ApiError } from '../../kit/errors.ts'

/** The detail error keywords of RFC 7644, section 3.12. */
export type ScimType =
  | 'invalidFilter'
  | 'tooMany'
  | 'uniqueness'
  | 'mutability'
  | 'invalidSyntax'
  | 'invalidPath'
  | 'noTarget'
  | 'invalidValue'

/** A refusal in the words of SCIM. Its detail never repeats a value that was given: it may be a secret. */
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

/** 400 with one of the keywords. */
export const refused = (scimType: ScimType, detail: string) => new ScimError(400, scimType, detail)

/** 404; also for what another silo has. */
export const noSuchResource = (type: string) => new ScimError(404, undefined, `there is no such ${type}`)

/** 409: somebody else has the value. */
export const taken = (detail: string) => new ScimError(409, 'uniqueness', detail)
