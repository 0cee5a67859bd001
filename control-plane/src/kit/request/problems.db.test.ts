import { afterAll, beforeAll, expect, test } from 'vitest'
import { openWorld, type World } from '../../../test/world.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
  await world.signIn('admin', 'secret')
  await world.ask('POST', '/v1/projects', { name: 'shop', description: '' })
})
afterAll(() => world.close())

const MACHINE = { name: 'a', description: '', hostname: 'a', ncpus: 1, memory: 2 ** 30 }
const refused = async (method: string, path: string, body?: unknown) => {
  const { status, body: answer } = await world.ask(method, path, body)
  expect(status).toBe(400)
  return answer as { message: string; problems?: { path: string; code: string; message: string }[] }
}
const found = async (method: string, path: string, body?: unknown) =>
  (await refused(method, path, body)).problems?.map(({ path, code }) => `${path}: ${code}`)

test('names every wrong field of path, query and body, and words the message for the first', async () => {
  const { message, problems } = await refused('PUT', '/v1/instances/UPPER?project=Shop', {
    ncpus: 'two',
    boot_disk: '',
    memory: -1,
    auto_restart_policy: null,
    cpu_platform: null,
  })
  expect(message).toMatch(/^bad parameter in URL path: instance: Can only contain/)
  expect(problems).toEqual([
    { path: 'instance', code: 'invalid_format', message: expect.stringMatching(/^Can only contain/) },
    { path: 'project', code: 'invalid_format', message: expect.stringMatching(/^Can only contain/) },
    { path: 'ncpus', code: 'invalid_type', message: 'Must be a number' },
    { path: 'memory', code: 'out_of_range', message: 'Must be at least 0' },
    { path: 'boot_disk', code: 'required', message: 'Name is required (or give an id)' },
    { path: 'enable_jumbo_frames', code: 'required', message: 'This field is required' },
  ])
})

test.each([
  ['GET', '/v1/instances?project=shop&project=store', 'project'],
  ['GET', '/v1/projects?limit=1&limit=2', 'limit'],
  ['DELETE', '/v1/system/networking/bgp?name_or_id=a&name_or_id=b', 'name_or_id'],
])('refuses a query parameter that is given twice: %s %s', async (method, path, parameter) => {
  expect(await refused(method, path)).toMatchObject({
    message: `unable to parse query string: ${parameter}: it is given more than once`,
    problems: [{ path: parameter, code: 'duplicate', message: 'Given more than once' }],
  })
})

test('takes a query parameter that is a list several times', async () => {
  const path = '/experimental/v1/instance-images?project=shop&project=store'
  expect((await world.ask('GET', path)).status).toBe(200)
})

test.each<[string, object, string[]]>([
  ['nothing', { name: undefined, ncpus: undefined }, ['name: required', 'ncpus: required']],
  ['an empty text', { name: '', hostname: '' }, ['name: required', 'hostname: required']],
  [
    'a long text',
    { name: 'a'.repeat(64), description: 'x'.repeat(513) },
    ['name: too_long', 'description: too_long'],
  ],
  ['a wrong choice', { auto_restart_policy: 'maybe' }, ['auto_restart_policy: not_allowed']],
  ['half a processor', { ncpus: 1.5 }, ['ncpus: out_of_range']],
  ['no list', { disks: 'all' }, ['disks: invalid_type']],
  ['a number for a text', { hostname: 1 }, ['hostname: invalid_type']],
  [
    'items of a list',
    {
      disks: [
        { type: 'attach', name: 'a' },
        { type: 'attach', name: 'B' },
        { type: 'lend', name: 'c' },
      ],
    },
    ['disks[1].name: invalid_format', 'disks[2].type: not_allowed'],
  ],
  ['a part without its kind', { boot_disk: { name: 'a' } }, ['boot_disk.type: required']],
  ['a character that cannot be stored', { description: 'a\0' }, ['description: invalid_format']],
  ['half a character', { description: '\ud800' }, ['description: invalid_format']],
])('%s', async (_, change, problems) => {
  expect((await found('POST', '/v1/instances?project=shop', { ...MACHINE, ...change }))?.sort()).toEqual(
    problems.sort(),
  )
})

test('locates a role that is assigned twice, and the message still names the list', async () => {
  const admin = { identity_type: 'silo_user', identity_id: crypto.randomUUID(), role_name: 'admin' }
  const { message, problems } = await refused('PUT', '/v1/policy', { role_assignments: [admin, admin] })
  expect(message).toMatch(/^unable to parse JSON body: role_assignments: role "admin" is assigned to /)
  expect(problems).toMatchObject([{ path: 'role_assignments[1]', code: 'duplicate' }])
})

test('reports a wrong page token at its parameter', async () =>
  expect(await found('GET', '/v1/projects?page_token=none')).toEqual(['page_token: invalid_format']))

test('reports one problem without a field for a body of another type', async () => {
  expect((await refused('POST', '/v1/projects', [])).problems).toEqual([
    { path: '', code: 'invalid_type', message: 'Must be an object' },
  ])
})

test('caps the number of problems', async () => {
  const roles = Array.from({ length: 500 }, () => ({}))
  expect((await found('PUT', '/v1/policy', { role_assignments: roles }))?.length).toBe(100)
})

test('reports no problems for an error that is about no field', async () => {
  const { status, body } = await world.ask('GET', '/v1/projects/none')
  expect(status).toBe(404)
  expect(body).not.toHaveProperty('problems')
})

test('reports both sizes of an instance at once, and both of a disk', async () => {
  expect(
    await found('POST', '/v1/instances?project=shop', { ...MACHINE, ncpus: 255, memory: 2 ** 30 + 1 }),
  ).toEqual(['ncpus: out_of_range', 'memory: not_multiple'])
  expect(
    await found('POST', '/v1/disks?project=shop', {
      name: 'small',
      description: '',
      size: 1000,
      disk_backend: { type: 'distributed', disk_source: { type: 'blank', block_size: 512 } },
    }),
  ).toEqual(['size: not_multiple', 'size: out_of_range'])
})

test('reports a taken name at its field', async () =>
  expect((await refused('POST', '/v1/projects', { name: 'shop', description: '' })).problems).toEqual([
    { path: 'name', code: 'already_exists', message: 'Name already exists' },
  ]))

test('a large body is checked up to its first problem', async () => {
  const empty = Array.from({ length: 60_000 }, () => ({}))
  for (const [path, body, at] of [
    ['/v1/vpc-firewall-rules?project=shop&vpc=default', { rules: empty }, 'rules[0].name'],
    ['/v1/policy', { role_assignments: empty }, 'role_assignments[0].identity_id'],
  ] as const)
    expect((await found('PUT', path, body))?.map((problem) => problem.split(':')[0])).toEqual([at])
})

test('a list that is too long is refused before its items are compared', async () => {
  const same = Array.from({ length: 2_000 }, () => '10.9.0.0/16')
  expect(
    await found('PUT', '/v1/network-interfaces/net?project=shop&instance=vm', { transit_ips: same }),
  ).toEqual(['transit_ips: too_long'])
})
