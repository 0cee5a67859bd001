import { EXIT, usage } from '../exit-codes.ts'
import { send } from '../http.ts'
import { partsOf } from '../output/harmless.ts'
import { asJson } from '../output/json.ts'
import { targetOf, type World } from '../target.ts'
import { readInput } from './body.ts'

/**
 * `granary api METHOD PATH`: sends any request unchanged, with the token. Prints every response; the exit code tells
 * whether it was an error.
 */
export async function api(
  world: World,
  method: string,
  path: string,
  given: { host?: string; input?: string; contentType?: string },
): Promise<number> {
  if (!/^[a-z]+$/i.test(method))
    throw usage(`"${method}" is not a method; use GET, POST, PUT, PATCH, DELETE or HEAD`)
  if (!path.startsWith('/'))
    throw usage(`"${path}" is not a path; it must start with /, such as /v1/projects`)
  const target = targetOf(world, given.host)
  const content = given.input === undefined ? undefined : await readInput(world, given.input)
  const body = content && { type: given.contentType ?? 'application/json', content }
  const response = await send(target, { method: method.toUpperCase(), path, body }, world.interrupted)
  const isJson = response.headers.get('content-type')?.split(';')[0]?.trim() === 'application/json'
  if (isJson && method.toUpperCase() !== 'HEAD') {
    const text = await response.text()
    world.out.write(text === '' ? '' : asJson(JSON.parse(text)))
  } else for await (const part of partsOf(response)) world.out.write(part)
  if (response.status < 400) return EXIT.ok
  world.err.write(`granary: HTTP ${response.status}\n`)
  return response.status === 401 ? EXIT.notSignedIn : response.status >= 500 ? EXIT.failed : EXIT.refused
}
