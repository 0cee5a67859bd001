import { contract, type OperationId } from '@granary/contract/contract.ts'
import { toSnake } from '@granary/contract/codec.ts'
import type { Operation } from '@granary/contract/operation.ts'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { openScimSilo, type ScimClient, USER } from '../../../test/scim.ts'
import { openWorld, type World } from '../../../test/world.ts'

let world: World
let scim: ScimClient
let cookie = ''
const errors: string[] = []
beforeAll(async () => {
  world = await openWorld({ started: false })
  world.services.log = (level, message, fields) => {
    if (level === 'error') errors.push(`${message} ${JSON.stringify(fields).slice(0, 300)}`)
  }
  cookie = await world.signIn('admin', 'secret')
  await world.ask('POST', '/v1/projects', { name: 'shop', description: '' })
  scim = await openScimSilo(world, 'people')
})
afterAll(() => world.close())

const DEPTH = 200_000
const listOf = (depth: number) => '['.repeat(depth) + ']'.repeat(depth)
const objectOf = (depth: number) => '{"a":'.repeat(depth) + '1' + '}'.repeat(depth)
const deepList = listOf(DEPTH)
const deepObject = objectOf(DEPTH / 2)

/** Bodies that a parser takes and a recursive function does not. */
function bodiesOf({ body, maxBody }: Operation): string[] {
  const shape = (body as { shape?: Record<string, unknown> } | undefined)?.shape ?? {}
  const inFields = (value: string) =>
    `{${Object.keys(shape)
      .map((key) => `"${toSnake(key)}":${value}`)
      .join(',')}}`
  const first = Object.keys(shape)[0]
  return [
    deepList,
    deepObject,
    // As deep as the size of a body allows, so that no limit on the size hides a recursion.
    listOf(Math.floor(maxBody / 2)),
    objectOf(Math.floor((maxBody - 1) / 6)),
    ...(first ? [`{"${toSnake(first)}":${deepList}}`] : []),
    inFields('[[[[[[[[[[[[[[[[]]]]]]]]]]]]]]]]'),
    inFields('{"__proto__":{"constructor":1},"type":"__proto__"}'),
    inFields('{"type":"constructor","value":{"toString":1}}'),
    '{"__proto__":{"name":"x"},"constructor":{"prototype":{}}}',
    inFields('1e309'),
    inFields('"\\ud800"'),
  ]
}

const jsonOperations = (Object.entries(contract) as [OperationId, Operation][]).filter(
  ([, { body, bodyType }]) => body && bodyType === 'json',
)

test.each(jsonOperations)('%s refuses hostile bodies without an error of its own', async (_, operation) => {
  const path = operation.path.replace(/\{[^}]+\}/g, crypto.randomUUID())
  for (const body of bodiesOf(operation)) {
    const request = new Request(`http://test${path}?project=shop&silo=main`, {
      method: operation.method,
      headers: { cookie, 'content-type': 'application/json' },
      body,
    })
    const { status } = await world.controlPlane.fetch(request)
    expect([status, body.slice(0, 60), errors]).toEqual([
      expect.toSatisfy((code: number) => code < 500),
      body.slice(0, 60),
      [],
    ])
  }
})

test('refuses nested and crowded bodies before they are parsed', async () => {
  const parse = vi.spyOn(JSON, 'parse')
  const crowded = `{"name":[${'[],'.repeat(100_000)}1]}`
  const post = (body: string) =>
    world.controlPlane.fetch(
      new Request('http://test/v1/projects', {
        method: 'POST',
        headers: { cookie, 'content-type': 'application/json' },
        body,
      }),
    )
  for (const [body, problem] of [
    [deepList, 'it is nested more than 32 deep'],
    [deepObject, 'it is nested more than 32 deep'],
    [crowded, 'it has more than 131,072 lists, objects and commas'],
  ] as const) {
    const answer = await post(body)
    const { message } = (await answer.json()) as { message: string }
    expect([answer.status, message]).toEqual([400, `unable to parse JSON body: ${problem}`])
    expect((await scim.ask('POST', '/Users', body)).status).toBe(400)
    expect(parse.mock.calls.filter(([text]) => text === body)).toEqual([])
  }
  parse.mockRestore()
})

const inPatch = (value: string) =>
  `{"schemas":["urn:ietf:params:scim:api:messages:2.0:PatchOp"],"Operations":[{"op":"add","path":"name","value":${value}}]}`
test.each([
  ['POST', '/Users', deepList],
  ['POST', '/Users', `{"schemas":["${USER}"],"userName":"a","name":${deepObject}}`],
  ['POST', '/Users', `{"schemas":["${USER}"],"userName":"a","emails":${deepList}}`],
  ['POST', '/Users', `{"schemas":["${USER}"],"userName":"a","other":${deepList}}`],
  ['POST', '/Users', `{"schemas":["${USER}"],"userName":"a","__proto__":{"active":false}}`],
  ['POST', '/Groups', `{"displayName":"g","members":${deepList}}`],
  ['PATCH', '/Users/ID', inPatch(deepObject)],
  ['PATCH', '/Users/ID', inPatch(deepList)],
  ['PATCH', '/Groups/ID', inPatch(deepObject)],
])('SCIM: %s %s takes no hostile body', async (method, path, body) => {
  const id = await scim.addUser(`u-${crypto.randomUUID()}`)
  const group = await scim.addGroup(`g-${crypto.randomUUID()}`)
  const at = path.replace('Users/ID', `Users/${id}`).replace('Groups/ID', `Groups/${group}`)
  const { status } = await scim.ask(method, at, body)
  expect([status < 500, errors]).toEqual([true, []])
})
