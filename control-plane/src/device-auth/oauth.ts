import { ApiError } from '../kit/base/errors.ts'

/** Error codes of the token endpoint (RFC 6749 section 5.2, RFC 8628 section 3.5). */
type OAuthCode =
  | 'invalid_request'
  | 'unsupported_grant_type'
  | 'authorization_pending'
  | 'access_denied'
  | 'expired_token'

/** A refusal with an OAuth error code; its message becomes the description. */
export class OAuthError extends ApiError {
  readonly oauth: OAuthCode

  constructor(oauth: OAuthCode, description: string) {
    super(400, undefined, description)
    this.oauth = oauth
  }
}

/** Returns a refusal in OAuth format: `{ error, error_description }`. */
export const oauthRefusal = (error: ApiError): Response =>
  Response.json(
    {
      error: error instanceof OAuthError ? error.oauth : 'invalid_request',
      error_description: error.message,
    },
    { status: error.status, headers: error.headers },
  )
