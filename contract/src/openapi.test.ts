import { expect, test } from 'vitest'
import { contract } from './contract.ts'
import { openApiDocument } from './openapi.ts'
import type { Operation } from './operation.ts'

type Json = Record<string, unknown>
const document = openApiDocument(contract) as {
  paths: Record<
    string,
    Record<string, { operationId: string; parameters: Json[]; requestBody?: Json; responses: Json }>
  >
  components: { schemas: Record<string, Json> }
}
const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods))

function* nodes(value: unknown): Generator<Json> {
  if (typeof value !== 'object' || value === null) return
  if (!Array.isArray(value)) yield value as Json
  for (const item of Object.values(value)) yield* nodes(item)
}

test('lists every operation of the contract once', () => {
  expect(operations).toHaveLength(Object.keys(contract).length)
  expect(new Set(operations.map((one) => one.operationId)).size).toBe(operations.length)
})

test('uses snake case for every name on the wire', () => {
  const snake = /^[a-z][a-z0-9]*(_[a-z0-9]+)*$/
  for (const node of nodes(document)) {
    if (typeof node.properties === 'object')
      for (const name of Object.keys(node.properties as Json)) expect(name).toMatch(snake)
    if (Array.isArray(node.required))
      for (const name of node.required as string[]) expect(name).toMatch(snake)
    if (typeof node.default === 'object')
      for (const inner of nodes(node.default))
        for (const name of Object.keys(inner)) expect(name).toMatch(snake)
  }
  for (const { operationId, parameters } of operations)
    for (const name of [operationId, ...parameters.map((one) => one.name)]) expect(name).toMatch(snake)
  for (const path of Object.keys(document.paths))
    for (const [, name] of path.matchAll(/\{(.*?)\}/g)) expect(name).toMatch(snake)
})

test('resolves every reference to a component, and uses every component', () => {
  const used = new Set<string>()
  for (const node of nodes(document)) if (typeof node.$ref === 'string') used.add(node.$ref)
  const known = Object.keys(document.components.schemas).map((name) => `#/components/schemas/${name}`)
  expect([...used].filter((ref) => !known.includes(ref))).toEqual([])
  expect(known.filter((ref) => !used.has(ref))).toEqual([])
})

const withoutDescriptions = (key: string, value: unknown) => (key === 'description' ? undefined : value)

test('references a named schema and never repeats it', () => {
  const text = JSON.stringify(document.paths)
  // The states of an instance are defined once for all users of the schema.
  expect(text).not.toContain('"rebooting"')
  const states = Object.entries(document.components.schemas).filter(([, schema]) =>
    JSON.stringify(schema).includes('"rebooting"'),
  )
  expect(states.map(([name]) => name)).toEqual(['InstanceState'])
  for (const [name, schema] of Object.entries(document.components.schemas))
    expect(JSON.stringify(schema, withoutDescriptions).length, name).toBeLessThan(6000)
})

test('requires the path parameters, but not the query that a page token replaces', () => {
  for (const [path, methods] of Object.entries(document.paths)) {
    const inPath = [...path.matchAll(/\{(.*?)\}/g)].map((match) => match[1])
    for (const { parameters } of Object.values(methods)) {
      expect(parameters.filter((one) => one.in === 'path').map((one) => one.name)).toEqual(inPath)
      for (const one of parameters) if (one.in === 'path') expect(one.required).toBe(true)
      const paged = parameters.some((one) => one.name === 'page_token')
      if (paged) expect(parameters.filter((one) => one.in === 'query' && one.required)).toEqual([])
    }
  }
})

test('describes a bytes body as binary', () => {
  const { parameters, requestBody, responses } = document.paths['/experimental/v1/disks/{disk}/blocks']!.put!
  expect(requestBody?.content).toEqual({
    'application/octet-stream': { schema: { type: 'string', format: 'binary' } },
  })
  expect(parameters).toContainEqual(expect.objectContaining({ name: 'offset', in: 'query', required: true }))
  expect(Object.keys(responses)).toContain('204')
})

test('describes the response of an operation, or 204 without one', () => {
  for (const [id, operation] of Object.entries(contract) as [string, Operation][]) {
    if (operation.kind === 'stream') continue
    expect(operation.response !== undefined, id).toBe(operation.status !== 204)
    if (operation.method === 'GET') expect(operation.body, id).toBeUndefined()
  }
})

test('tells names from IDs, so that a value matches one alternative of `NameOrId`', () => {
  const pattern = new RegExp(document.components.schemas.Name!.pattern as string)
  expect(['a', 'web-1', 'a'.repeat(36)].filter((name) => !pattern.test(name))).toEqual([])
  expect(pattern.test('abcdef01-2345-6789-abcd-ef0123456789')).toBe(false)
})

test('gives numbers the format of the smallest type that holds them', () => {
  const { FloatingIp, MaxPathConfig, VpcFirewallRule, ByteCount } = document.components.schemas as Record<
    string,
    Json & { properties: Record<string, Json> }
  >
  expect(FloatingIp!.properties.ip).toMatchObject({ format: 'ip' })
  expect(VpcFirewallRule!.properties.priority).toMatchObject({ format: 'uint16' })
  expect([MaxPathConfig!.format, ByteCount!.format]).toEqual(['uint8', 'uint64'])
})

test('says which parameters the first page of a list needs', () => {
  const needed = (id: string) =>
    (operations.find(({ operationId }) => operationId === id) as Json | undefined)?.['x-dropshot-pagination']
  expect(needed('disk_list')).toEqual({ required: ['project'] })
  expect(needed('silo_metric')).toEqual({ required: ['end_time', 'start_time'] })
  expect(needed('disk_view')).toBeUndefined()
})
