import { contract, type OperationId } from '@granary/contract/contract.ts'
import { openApiDocument } from '@granary/contract/openapi.ts'
import { BODY_TYPES, type Operation } from '@granary/contract/operation.ts'
import type { BenchServer } from '../running-server.ts'
import { largestOf, type Schema } from './largest.ts'
import type { WatchedRequest } from './measure.ts'

/** Operations that would end the measurement: they sign the caller out, hold the connection, or wait. */
const LEFT_OUT: readonly OperationId[] = ['logout', 'eventStream']

type Described = {
  operationId: string
  parameters?: { name: string; in: string; required?: boolean; schema: Schema }[]
  requestBody?: { content: Record<string, { schema: Schema }> }
}

const document = openApiDocument(contract) as {
  paths: Record<string, Record<string, Described>>
  components: { schemas: Record<string, Schema> }
}
const { schemas } = document.components

/** Returns an operation as the document describes it. */
function describedAs({ method, path }: Operation): Described {
  const inSnake = path.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
  return document.paths[inSnake]![method.toLowerCase()]!
}

/** Returns every operation with its largest inputs, those that delete last. */
export async function everyOperation(server: BenchServer, project: string): Promise<WatchedRequest[]> {
  const names = new Names(server, project)
  const operations = (Object.entries(contract) as [OperationId, Operation][]).filter(
    ([id]) => !LEFT_OUT.includes(id),
  )
  const requests: WatchedRequest[] = []
  for (const [id, operation] of operations)
    for (const [shape, body] of bodiesOf(operation))
      requests.push({
        name: shape === '' ? id : `${id}, ${shape}`,
        method: operation.method,
        path: `${await names.path(operation.path)}?${queryOf(operation, project)}`,
        type: BODY_TYPES[operation.bodyType],
        body,
      })
  const place = ({ method }: WatchedRequest) => ['GET', 'POST', 'PUT', 'DELETE'].indexOf(method)
  return requests.toSorted((one, other) => place(one) - place(other))
}

/** The largest bodies that an operation reads: of its own form, and of forms that cost a parser the most. */
function bodiesOf(operation: Operation): [shape: string, body: string | null][] {
  const { body, bodyType, maxBody } = operation
  if (!body) return [['', null]]
  const size = Math.min(maxBody, 1_048_576)
  if (bodyType === 'form') return [['large', `x=${'y'.repeat(size - 2)}`]]
  if (bodyType !== 'json') return [['large', 'x'.repeat(size)]]
  const schema = describedAs(operation).requestBody!.content['application/json']!.schema
  const own = JSON.stringify(largestOf(schema, schemas, size * 0.9))
  const field = Object.keys((JSON.parse(own) ?? {}) as object)[0] ?? 'name'
  const keys = Array.from({ length: Math.min(100_000, Math.floor(size / 10)) }, (_, n) => `"${n}":1`)
  return [
    ['largest', own.length > size ? '{}' : own],
    ['one text', `{"${field}":"${'x'.repeat(size - field.length - 8)}"}`],
    ['many lists', `{"${field}":[${'[],'.repeat(Math.min(65_000, Math.floor(size / 4)))}1]}`],
    ['many keys', `{${keys.join(',')}}`],
    ['deep', '['.repeat(size / 2) + ']'.repeat(size / 2)],
  ]
}

/** The selectors of a project, the longest page, and texts in every other parameter. */
function queryOf(operation: Operation, project: string): string {
  const given: Record<string, string> = {
    project,
    silo: 'main',
    vpc: 'default',
    limit: '10000',
    text: 'instance',
  }
  const parameters = (describedAs(operation).parameters ?? []).filter((parameter) => parameter.in === 'query')
  return new URLSearchParams(
    parameters.flatMap(({ name, required, schema }) => {
      const value = given[name] ?? (required ? String(largestOf(schema, schemas, 200)) : null)
      return value === null ? [] : [[name, value]]
    }),
  ).toString()
}

/** Finds the resource that each place of a path names: the first one in the list of its kind. */
class Names {
  readonly #known = new Map<string, Promise<string>>()
  readonly #server: BenchServer
  readonly #project: string

  constructor(server: BenchServer, project: string) {
    this.#server = server
    this.#project = project
  }

  async path(path: string): Promise<string> {
    const at = path.indexOf('{')
    if (at < 0) return path
    const list = path.slice(0, at - 1)
    const name = await this.#first(list)
    return this.path(`${list}/${name}${path.slice(path.indexOf('}') + 1)}`)
  }

  #first(list: string): Promise<string> {
    const known = this.#known.get(list) ?? this.#find(list)
    this.#known.set(list, known)
    return known
  }

  async #find(list: string): Promise<string> {
    const query = new URLSearchParams({ project: this.#project, vpc: 'default', silo: 'main', limit: '1' })
    const asked = async (search: string) => {
      const response = await fetch(`${this.#server.url}${list}?${search}`, {
        headers: { cookie: this.#server.cookie },
      })
      const { items } = (await response.json().catch(() => ({}))) as { items?: { id?: string }[] }
      return items?.[0]?.id
    }
    return (await asked(query.toString())) ?? (await asked('limit=1')) ?? crypto.randomUUID()
  }
}
