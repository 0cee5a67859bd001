import { documentOf, FORMS } from '@granary/contract/earlier-documents.ts'
import { isSupportedVersion } from '@granary/contract/version.ts'
import { ipProblem } from '@granary/domain/ip.ts'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'

type Documented = { responses: Record<string, { content?: object }> }
type Document = { paths: Record<string, Record<string, Documented>> }

/** The numbers of each format. */
const RANGES: Readonly<Record<string, readonly [number, number]>> = {
  uint8: [0, 2 ** 8 - 1],
  uint16: [0, 2 ** 16 - 1],
  uint32: [0, 2 ** 32 - 1],
  uint64: [0, 2 ** 64],
  uint: [0, 2 ** 64],
  int8: [-(2 ** 7), 2 ** 7 - 1],
  int16: [-(2 ** 15), 2 ** 15 - 1],
  int32: [-(2 ** 31), 2 ** 31 - 1],
  int64: [-(2 ** 63), 2 ** 63],
}

type Prepared = {
  ajv: Ajv2020
  paths: { pattern: RegExp; path: string; methods: Record<string, Documented> }[]
}

/** The documents that answers were compared with, by the form of the API. */
const prepared = new Map<string, Prepared>()

/** Returns the form of the API that a client of a version gets. */
const formOf = (version: string | null): string =>
  FORMS.findLast((form) => version === null || !isSupportedVersion(version) || form <= version)!

function prepare(form: string): Prepared {
  const document = documentOf(form) as unknown as Document
  const ajv = new Ajv2020({ strict: false })
  addFormats.default(ajv)
  for (const [format, [least, most]] of Object.entries(RANGES))
    ajv.addFormat(format, { type: 'number', validate: (value) => value >= least && value <= most })
  ajv.addFormat('ip', (text) => ipProblem(text) === null)
  ajv.addSchema(document, 'api')
  const paths = Object.entries(document.paths)
    .map(([path, methods]) => ({
      pattern: new RegExp(`^${path.replaceAll(/[.]/g, '\\.').replaceAll(/\{\w+\}/g, '[^/]+')}$`),
      path,
      methods,
    }))
    // A word of a path comes before a parameter in its place.
    .sort(({ path: a }, { path: b }) => (a.replaceAll('{', '~') < b.replaceAll('{', '~') ? -1 : 1))
  const made = { ajv, paths }
  prepared.set(form, made)
  return made
}

/** Builds a JSON pointer. */
const pointer = (parts: readonly string[]): string =>
  parts.map((part) => `/${encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'))}`).join('')

/**
 * @param version the API version that the client requested, whose document is taken.
 * @throws Error for an answer that the OpenAPI document does not describe. Paths that it does not know are skipped.
 */
export function requireDocumented(
  method: string,
  url: string,
  { status, body }: { status: number; body: unknown },
  version: string | null = null,
): void {
  const form = formOf(version)
  const { ajv, paths } = prepared.get(form) ?? prepare(form)
  const pathname = new URL(url, 'http://test').pathname
  const found = paths.find(
    ({ pattern, methods }) => pattern.test(pathname) && method.toLowerCase() in methods,
  )
  if (!found) return
  const { responses } = found.methods[method.toLowerCase()]!
  const key = [String(status), `${String(status)[0]}XX`].find((each) => each in responses)
  const where = `${method} ${found.path} answered ${status}`
  if (!key) throw new Error(`${where}, which the document does not have`)
  // An answer to HEAD has the headers alone (RFC 9110, section 9.3.2).
  if (method.toUpperCase() === 'HEAD') return
  if (!responses[key]!.content) {
    if (body !== null) throw new Error(`${where} with a body, which the document does not have`)
    return
  }
  const at = [
    'paths',
    found.path,
    method.toLowerCase(),
    'responses',
    key,
    'content',
    'application/json',
    'schema',
  ]
  const validate = ajv.getSchema(`api#${pointer(at)}`) as ValidateFunction | undefined
  if (!validate) throw new Error(`${where}: the document has no schema`)
  if (!validate(body))
    throw new Error(
      `${where}, but ${ajv.errorsText(validate.errors)}: ${JSON.stringify(body).slice(0, 2_000)}`,
    )
}
