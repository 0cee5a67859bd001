import { expect, test } from 'vitest'
import { toSnake } from './codec.ts'
import { contract } from './contract.ts'
import { documentOf, FORMS } from './earlier-documents.ts'
import { openApiDocument } from './openapi.ts'
import { API_VERSION, DIFFERENCES, EARLIER_PATHS, MIN_API_VERSION } from './version.ts'

type Method = { operationId: string; parameters: { name: string }[] }
type Document = {
  info: { version: string }
  paths: Record<string, Record<string, Method>>
  components: { schemas: Record<string, { properties: Record<string, unknown>; required?: string[] }> }
}
const documents = new Map(FORMS.map((version) => [version, documentOf(version) as unknown as Document]))
const document = (version: string) => documents.get(version)!
const operationIds = ({ paths }: Document) =>
  Object.values(paths).flatMap((methods) => Object.values(methods).map(({ operationId }) => operationId))

test('the newest version has the document of the contract', () => {
  expect([FORMS[0], FORMS.at(-1)]).toEqual([MIN_API_VERSION, API_VERSION])
  expect(documentOf(API_VERSION)).toEqual(openApiDocument(contract))
})

test.each(FORMS)(
  'every reference of %s is resolved, every name is unique, and no schema is left over',
  (version) => {
    const text = JSON.stringify(document(version))
    const used = new Set([...text.matchAll(/"#\/components\/schemas\/(\w+)"/g)].map(([, name]) => name))
    expect(new Set(Object.keys(document(version).components.schemas))).toEqual(used)
    expect(document(version).info.version).toBe(version)
    const ids = operationIds(document(version))
    expect(new Set(ids).size).toBe(ids.length)
  },
)

test('each difference is in the document of the form before it, and not in its own', () => {
  for (const { since, operations } of DIFFERENCES) {
    const before = document(FORMS[FORMS.indexOf(since) - 1]!)
    const after = document(since)
    // A schema says what an operation sends and gets, so all of both are compared.
    const of = (form: Document, id: string) =>
      Object.entries(form.paths).flatMap(([, methods]) =>
        Object.values(methods).filter(({ operationId }) => operationId === toSnake(id)),
      )
    for (const id of operations)
      expect(JSON.stringify([of(before, id), before.components.schemas])).not.toBe(
        JSON.stringify([of(after, id), after.components.schemas]),
      )
  }
})

test('says what clients of earlier versions send and get', () => {
  const { schemas } = document('2026081901.0.0').components
  expect(Object.keys(schemas.Alert!.properties)).toContain('alert')
  expect(schemas.Alert!.required).toContain('alert')
  expect(Object.keys(schemas.Alert!.properties)).not.toContain('payload')
  expect(Object.keys(schemas.ProjectCreate!.properties)).not.toContain('defaults')
  const oldest = document(MIN_API_VERSION)
  expect(operationIds(oldest)).not.toContain('system_ip_pool_assign')
  expect(oldest.paths['/v1/system/ip-pools']!.get!.parameters.map(({ name }) => name)).not.toContain(
    'assignment',
  )
  const [{ path }] = EARLIER_PATHS
  expect(Object.keys(oldest.paths)).toContain(path)
  expect(oldest.paths[`${path}/ranges`]!.get!.parameters.map(({ name }) => name)).not.toContain('pool')
  expect(Object.keys(document('2026073100.0.0').paths)).not.toContain(path)
})
