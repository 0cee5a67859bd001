import { toSnake } from './codec.ts'
import { contract } from './contract.ts'
import { openApiDocument } from './openapi.ts'
import { API_VERSION, DIFFERENCES, EARLIER_PATHS, MIN_API_VERSION } from './version.ts'

type Json = Record<string, unknown>
type Schema = { properties: Json; required?: string[]; oneOf?: Schema[] }
type Method = { operationId: string; parameters: { name: string; in: string }[] }
type Document = {
  info: { version: string }
  paths: Record<string, Record<string, Method>>
  components: { schemas: Record<string, Schema> }
}
type Schemas = Document['components']['schemas']

/** The first version of each form of the API that is served, the oldest first. */
export const FORMS: readonly string[] = [
  ...new Set([MIN_API_VERSION, ...DIFFERENCES.map(({ since }) => since)]),
].sort()

/** How the schemas differed before a version: the other half of `DIFFERENCES`, which changes bodies and answers. */
const BEFORE: Readonly<Record<string, (schemas: Schemas) => void>> = {
  '2026091500.0.0': (schemas) => {
    rename(schemas.Alert!, 'payload', 'alert')
    remove(schemas.ProjectCreate!, 'defaults')
    remove(schemas.VpcCreate!, 'defaults')
  },
  '2026081901.0.0': (schemas) => {
    const numbered = schemas.RouterPeerType!.oneOf!.find((each) => 'target_addr' in each.properties)!
    rename(numbered, 'target_addr', 'ip')
    remove(numbered, 'src_addr')
  },
  '2026081700.0.0': (schemas) => remove(schemas.Sled!, 'slot'),
  '2026073100.0.0': (schemas) => {
    remove(schemas.IpPool!, 'assignment')
    remove(schemas.IpPoolCreate!, 'assignment')
  },
}

/** Builds the OpenAPI document of an accepted version of the API: what a client of that version sends and gets. */
export function documentOf(version: string): Json {
  if (version === API_VERSION) return openApiDocument(contract)
  const document = JSON.parse(JSON.stringify(openApiDocument(contract))) as Document
  document.info.version = version
  for (const { since, operations, isNew, query = {} } of DIFFERENCES) {
    if (version >= since) continue
    for (const id of operations) {
      if (isNew) removeOperation(document, toSnake(id))
      for (const name of Object.keys(query)) removeParameter(document, toSnake(id), name)
    }
  }
  for (const [since, change] of Object.entries(BEFORE))
    if (version < since) change(document.components.schemas)
  for (const { until, path, servedBy } of EARLIER_PATHS)
    if (version < until) addPaths(document, path, servedBy)
  removeUnused(document)
  return document as unknown as Json
}

function rename(schema: Schema, from: string, to: string): void {
  schema.properties = Object.fromEntries(
    Object.entries(schema.properties).map(([name, of]) => [name === from ? to : name, of]),
  )
  schema.required = schema.required?.map((name) => (name === from ? to : name))
}

function remove(schema: Schema, name: string): void {
  delete schema.properties[name]
  schema.required = schema.required?.filter((each) => each !== name)
}

function removeOperation({ paths }: Document, operationId: string): void {
  for (const [path, methods] of Object.entries(paths)) {
    for (const [method, operation] of Object.entries(methods))
      if (operation.operationId === operationId) delete methods[method]
    if (Object.keys(methods).length === 0) delete paths[path]
  }
}

function removeParameter({ paths }: Document, operationId: string, name: string): void {
  for (const methods of Object.values(paths))
    for (const operation of Object.values(methods))
      if (operation.operationId === operationId)
        operation.parameters = operation.parameters.filter((each) => each.name !== name)
}

/** Adds the operations of a path and those below it at another one, which stands for one resource. */
function addPaths({ paths }: Document, path: string, servedBy: string): void {
  const [parameter] = /\{(\w+)\}$/.exec(servedBy)!.slice(1)
  for (const [known, methods] of Object.entries(paths)) {
    if (known !== servedBy && !known.startsWith(`${servedBy}/`)) continue
    paths[path + known.slice(servedBy.length)] = Object.fromEntries(
      Object.entries(methods).map(([method, operation]) => [
        method,
        {
          ...operation,
          operationId: operation.operationId.replace('_pool', '_pool_service'),
          parameters: operation.parameters.filter(({ name }) => name !== parameter),
        },
      ]),
    )
  }
}

/** Removes the schemas that nothing refers to any more. */
function removeUnused(document: Document): void {
  const { schemas } = document.components
  for (;;) {
    const references = JSON.stringify(document).matchAll(/"#\/components\/schemas\/(\w+)"/g)
    const used = new Set([...references].map(([, name]) => name!))
    const unused = Object.keys(schemas).filter((name) => !used.has(name))
    if (unused.length === 0) return
    for (const name of unused) delete schemas[name]
  }
}
