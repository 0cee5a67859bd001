import { withoutSecrets } from './secrets.ts'
import { inLines, quoted } from './shell.ts'
import { targetOf, type WireRequest } from './wire-request.ts'

/** Returns the curl command that sends a request. @param origin of the server. */
export function curlText(request: WireRequest, origin: string): string {
  const { method, body } = request
  return inLines([
    `curl -X ${method} ${quoted(`${origin}${targetOf(request)}`)}`,
    // The shell fills in the token.
    '-H "Authorization: Bearer $GRANARY_TOKEN"',
    ...(body === undefined
      ? []
      : [
          "-H 'Content-Type: application/json'",
          `--data-raw ${quoted(JSON.stringify(withoutSecrets(body), null, 2))}`,
        ]),
  ])
}
