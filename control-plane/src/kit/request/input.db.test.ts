import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openWorld, type World } from '../../../test/world.ts'

let world: World
let cookie: string
beforeAll(async () => {
  world = await openWorld()
  cookie = await world.signIn('admin', 'secret')
  await world.ask('POST', '/v1/projects', { name: 'shop', description: '' })
})
afterAll(() => world.close())

// A string body would be sent as text/plain.
const typed = (body: unknown) => (typeof body === 'string' ? { 'content-type': 'application/json' } : {})

/** Sends a raw request, so that its body and headers may be wrong. */
async function send(
  method: string,
  path: string,
  body?: BodyInit | null,
  headers: Record<string, string> = {},
) {
  const init = {
    method,
    headers: { cookie, ...typed(body), ...headers },
    ...(body == null ? {} : { body, duplex: 'half' }),
  }
  const response = await world.controlPlane.fetch(new Request(`http://test${path}`, init as RequestInit))
  const text = await response.text()
  return { status: response.status, headers: response.headers, body: text ? JSON.parse(text) : null }
}
const refusal = async (method: string, path: string, body?: unknown) => {
  const answer = await world.ask(method, path, body)
  expect(answer.status).toBe(400)
  expect(answer.body).not.toHaveProperty('error_code')
  return answer.body.message as string
}

describe('an unreadable body', () => {
  test('names the field and the reason, in wire names', async () => {
    const good = { name: 'a', description: '', hostname: 'a', ncpus: 1, memory: 2 ** 30 }
    const create = (change: object) => refusal('POST', '/v1/instances?project=shop', { ...good, ...change })
    expect(await create({ ncpus: 'two' })).toMatch(/^unable to parse JSON body: ncpus: /)
    expect(await create({ boot_disk: { type: 'attach', name: 'UPPER' } })).toMatch(
      /^unable to parse JSON body: boot_disk\.name: Can only contain lower-case/,
    )
    expect(
      await create({
        external_ips: [{ type: 'ephemeral', pool_selector: { type: 'auto', ip_version: 'v5' } }],
      }),
    ).toMatch(/^unable to parse JSON body: external_ips\.0\.pool_selector\.ip_version: /)
    expect(await create({ auto_restart_policy: 'maybe' })).toMatch(
      /^unable to parse JSON body: auto_restart_policy: /,
    )
    expect(await create({ memory: 2 ** 64 })).toMatch(/^unable to parse JSON body: memory: /)
    expect(await create({ name: undefined })).toMatch(/^unable to parse JSON body: name: /)
  })

  test('is refused in every form', async () => {
    for (const body of ['', '{', '[]', 'null', '"text"', '12', '{"name":"x"'])
      expect(
        (await send('POST', '/v1/projects', body, { 'content-type': 'application/json' })).body.message,
      ).toMatch(/^unable to parse JSON body: /)
    const invalidUtf8 = new Uint8Array([0x22, 0xff, 0x22])
    expect((await send('POST', '/v1/projects', invalidUtf8)).body.message).toMatch(
      /^unable to parse JSON body: /,
    )
    expect((await send('POST', '/v1/projects')).body.message).toMatch(/^unable to parse JSON body: /)
  })

  test.each([
    ['{"password":hunter2}', 'it is not valid JSON'],
    ['hunter2', 'it is not valid JSON'],
    ['{"password":"hunter2" 1}', 'it is not valid JSON: line 1 column 23'],
  ])('is not quoted when it is refused: %s', async (body, message) => {
    const answer = await send('POST', '/v1/projects', body, { 'content-type': 'application/json' })
    expect(answer.body.message).toBe(`unable to parse JSON body: ${message}`)
  })

  test('may not hold text that a database cannot store', async () => {
    const message = 'unable to parse JSON body: text may not contain the character U+0000'
    expect(await refusal('POST', '/v1/projects', { name: 'nul', description: 'a\0b' })).toBe(message)
    expect(await refusal('POST', '/v1/login/main/local', { username: 'a\0', password: 'x' })).toBe(message)
    expect(await refusal('GET', '/v1/projects?name_contains=a%00')).toMatch(/^unable to parse query string: /)
  })

  test('may not hold half of a surrogate pair', async () => {
    const answer = await send('POST', '/v1/projects', '{"name":"half","description":"\\ud800"}')
    expect([answer.status, answer.body.message]).toEqual([
      400,
      'unable to parse JSON body: text may not contain half of a surrogate pair',
    ])
    const whole = await send('POST', '/v1/projects', '{"name":"whole","description":"\\ud83c\\udf3e"}')
    expect([whole.status, whole.body.description]).toEqual([201, '🌾'])
  })

  test('may not hold null where the contract has none', async () => {
    expect(await refusal('POST', '/v1/projects', { name: 'none', description: null })).toMatch(
      /^unable to parse JSON body: description: /,
    )
    expect((await world.ask('PUT', '/v1/projects/whole', { name: null, description: 'new' })).status).toBe(
      200,
    )
  })

  test('takes byte counts up to 2^63 - 1, and names those that are too large', async () => {
    const good = { name: 'a', description: '', hostname: 'a', ncpus: 1 }
    const create = (change: object) => world.ask('POST', '/v1/instances?project=shop', { ...good, ...change })
    for (const memory of [2 ** 53, 2 ** 63]) {
      const { status, body } = await create({ memory })
      expect([status, body.error_code]).toEqual([400, 'InvalidValue'])
    }
    expect((await create({ memory: 1.5 })).body.message).toBe(
      'unable to parse JSON body: memory: must be a whole number',
    )
  })
})

test('ignores unknown keys in body and query', async () => {
  const { status, body } = await world.ask('POST', '/v1/projects?colour=red', {
    name: 'red',
    description: '',
    colour: 1,
  })
  expect({ status, name: body.name }).toEqual({ status: 201, name: 'red' })
})

describe('names', () => {
  test.each([
    ['a', 201],
    ['a'.repeat(63), 201],
    ['a-1', 201],
    ['', 400],
    ['a'.repeat(64), 400],
    ['1a', 400],
    ['a-', 400],
    ['A', 400],
    ['a_b', 400],
    ['ä', 400],
    ['deadbeef-dead-4eef-8ead-deadbeefdead', 400],
    ['deadbeefdead4eef8eaddeadbeefdead', 400],
  ])('%s: %i', async (name, status) => {
    expect((await world.ask('POST', '/v1/projects', { name, description: '' })).status).toBe(status)
  })

  test('limits a description to 512 characters', async () => {
    expect(
      (await world.ask('POST', '/v1/projects', { name: 'long', description: 'x'.repeat(512) })).status,
    ).toBe(201)
    expect(await refusal('POST', '/v1/projects', { name: 'longer', description: 'x'.repeat(513) })).toMatch(
      /^unable to parse JSON body: description: /,
    )
  })

  test('refuses a path segment that is neither name nor id', async () => {
    expect(await refusal('GET', '/v1/projects/UPPER')).toMatch(/^bad parameter in URL path: /)
    expect((await world.ask('GET', '/v1/projects/%zz')).status).toBe(400)
  })
})

describe('content types', () => {
  const body = (name: string) => JSON.stringify({ name, description: '' })
  test('reads a body without a content type as JSON, and ignores parameters', async () => {
    expect((await send('POST', '/v1/projects', new TextEncoder().encode(body('untyped')))).status).toBe(201)
    const type = { 'content-type': 'Application/JSON; charset=utf-8' }
    expect((await send('POST', '/v1/projects', body('typed'), type)).status).toBe(201)
  })
  test('refuses another content type without reading the body', async () => {
    const form = await send('POST', '/v1/projects', body('x'), {
      'content-type': 'application/x-www-form-urlencoded',
    })
    expect(form).toMatchObject({ status: 400 })
    expect(form.body.message).toBe(
      'expected content type "application/json", got "application/x-www-form-urlencoded"',
    )
    const odd = await send('POST', '/v1/projects', body('x'), { 'content-type': 'text/odd' })
    expect(odd.body.message).toBe('unsupported content-type: text/odd')
  })
})

describe('the size of a body', () => {
  const message = 'request body exceeded maximum size of 1048576 bytes'
  const ofSize = (bytes: number, name: string) => {
    const start = `{"name":"${name}","description":"","padding":"`
    return `${start}${'x'.repeat(bytes - start.length - 2)}"}`
  }
  test('accepts one mebibyte', async () => {
    expect((await send('POST', '/v1/projects', ofSize(1_048_576, 'big'))).body.message).toBe(undefined)
  })
  test('refuses more, with or without a content length', async () => {
    expect((await send('POST', '/v1/projects', ofSize(1_048_577, 'bigger'))).body.message).toBe(message)
    expect((await send('POST', '/v1/projects', '{}', { 'content-length': '1048577' })).body.message).toBe(
      message,
    )
    let chunks = 0
    const endless = new ReadableStream({
      pull(controller) {
        chunks++
        controller.enqueue(new Uint8Array(65_536).fill(32))
      },
    })
    expect((await send('POST', '/v1/projects', endless)).body.message).toBe(message)
    expect(chunks).toBeLessThan(40)
  })
})

describe('paths and methods', () => {
  test('answers 404 for an unknown path', async () => {
    for (const path of ['/v1/nothing', '/', '/v1/projects/', '/v1/projects/a/b']) {
      const { status, body } = await world.ask('GET', path)
      expect({ status, body }).toEqual({
        status: 404,
        body: { request_id: expect.any(String), message: 'Not Found' },
      })
    }
  })
  test('refuses other methods on a known path', async () => {
    const { status, body, headers } = await world.ask('PATCH', '/v1/projects/shop', {})
    expect({ status, message: body.message }).toEqual({ status: 405, message: 'Method Not Allowed' })
    expect(headers.get('allow')?.split(', ').sort()).toEqual(['DELETE', 'GET', 'PUT'])
    expect(body).not.toHaveProperty('error_code')
  })
  test('answers HEAD like GET, without the body', async () => {
    const { status, body } = await send('HEAD', '/v1/projects')
    expect({ status, body }).toEqual({ status: 200, body: null })
  })
})

test('gives every response an id, and repeats it in errors', async () => {
  const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
  const seen = new Set<string>()
  for (const path of ['/v1/me', '/v1/ping', '/v1/projects/none', '/v1/nothing']) {
    const { headers, body } = await world.ask('GET', path)
    const id = headers.get('x-request-id')!
    expect(id).toMatch(uuid)
    seen.add(id)
    if (body.message) expect(body.request_id).toBe(id)
  }
  expect((await world.ask('PATCH', '/v1/projects')).body.request_id).toMatch(uuid)
  expect(seen.size).toBe(4)
})

test('logs an internal error and does not reveal it', async () => {
  const logged: unknown[] = []
  const { services } = world
  const { log, passwords } = services
  services.log = (level, message, fields) => void (level === 'error' && logged.push({ message, ...fields }))
  services.passwords = { ...passwords, verify: () => Promise.reject(new Error('the secret is revealed')) }
  const { status, body } = await world.ask(
    'POST',
    '/v1/login/main/local',
    { username: 'admin', password: 'x' },
    '',
  )
  Object.assign(services, { log, passwords })
  expect({ status, ...body }).toMatchObject({
    status: 500,
    error_code: 'Internal',
    message: 'Internal Server Error',
  })
  expect(JSON.stringify(body)).not.toContain('revealed')
  expect(logged).toMatchObject([
    { requestId: body.request_id, operation: 'login_local', error: expect.stringContaining('revealed') },
  ])
})
