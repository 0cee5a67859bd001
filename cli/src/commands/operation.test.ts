import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../../../server/test/temporary.ts'
import { administrator } from '../../test/administrator.ts'

const admin = administrator()
const { line, fine } = admin
const json = async (text: string) => JSON.parse(await fine(`${text} --json`))
const instance = '--ncpus 2 --memory 1GiB --network-interfaces {"type":"none"}'

test('creates, shows, changes and deletes an instance', async () => {
  expect(await line('project create --name shop --description Everything')).toMatchObject({ code: 0 })
  const created = await json(
    `instance create --project shop --name web --hostname web ${instance} --no-start`,
  )
  expect(created).toMatchObject({ name: 'web', description: '', ncpus: 2, memory: 2 ** 30 })
  const { out } = await line('instance view web --project shop')
  expect(out).toMatch(/^name +web$/m)
  expect(out).toMatch(/^memory +1 GiB$/m)
  expect((await json(`instance view ${created.id}`)).id).toBe(created.id)
  expect(await json('project update shop --name store')).toMatchObject({ description: 'Everything' })
  const deleted = async () => (await line('instance delete web --project store')).code
  await expect.poll(deleted).toBe(0)
  expect((await line('instance view web --project store')).code).toBe(1)
})

test('lists the problems of a refusal by flag and argument, one per line', async () => {
  const { code, err } = await line(
    `instance create --project Shop --name web --hostname web --ncpus 1.5 --memory 1GiB --boot-disk {"type":"attach","name":"A"}`,
  )
  const letters = 'Can only contain lower-case letters, numbers, and dashes'
  expect({ code, lines: err.trimEnd().split('\n') }).toEqual({
    code: 1,
    lines: [
      `granary: unable to parse query string: project: ${letters} (or give an id)`,
      `  --project: ${letters} (or give an id)`,
      '  --ncpus: Must be a whole number',
      `  --boot-disk, boot_disk.name: ${letters}`,
    ],
  })
  expect((await line('project view UPPER')).err).toContain(`\n  <project>: ${letters}`)
})

test('prints a list as a table for people and as an array for programs', async () => {
  for (const name of ['list-one', 'list-two']) await line(`project create --name ${name}`)
  const { out } = await line('project list --name-contains list-')
  const [heading, ...rows] = out.trimEnd().split('\n')
  expect(heading).toMatch(/^NAME +MY ROLE +TIME CREATED +ID +TIME MODIFIED +DESCRIPTION$/)
  expect(rows.map((row) => row.split(/ {2,}/)[0])).toEqual(['list-one', 'list-two'])
  expect((await line('project list --name-contains list- --columns name,description')).out).toBe(
    'NAME      DESCRIPTION\nlist-one  -\nlist-two  -\n',
  )
  // A key is far longer than a line of a admin.terminal.
  expect((await line('current-user-ssh-key list')).out).toMatch(/^NAME +DESCRIPTION +TIME CREATED +ID$/m)
  expect((await line('current-user-ssh-key list --columns all')).out).toMatch(/ PUBLIC KEY /)
  const names = (await json('project list --name-contains list-')).map(({ name }: { name: string }) => name)
  expect(names).toEqual(['list-one', 'list-two'])
  expect(await json('project list --name-contains list- --sort-by name_descending --limit 1')).toMatchObject([
    { name: 'list-two' },
  ])
  admin.terminal.width(32)
  expect((await line('project list --name-contains list-')).out.split('\n')[0]).toBe('NAME      MY ROLE')
})

test('sorts a list by any field that the server can, with one flag', async () => {
  await line('project create --name sizes')
  for (const [name, size] of [
    ['small', '2GiB'],
    ['large', '10GiB'],
    ['middle', '4GiB'],
  ])
    await fine(`disk create ${name} --project sizes --size ${size}`)
  const sorted = async (order: string) =>
    (await fine(`disk list --project sizes --sort-by ${order} -o name`)).trimEnd().split('\n')
  expect(await sorted('size_descending')).toEqual(['large', 'middle', 'small'])
  expect(await sorted('size_ascending')).toEqual(['small', 'middle', 'large'])
  expect(await sorted('name_descending')).toEqual(['small', 'middle', 'large'])
  expect(await sorted('created_descending')).toEqual(['middle', 'large', 'small'])
  const { code, err } = await line('disk list --project sizes --sort-by memory_descending')
  expect(code).toBe(2)
  expect(err).toContain('size_descending')
  expect((await line('disk list --help')).out).not.toContain('--order-by')
})

test('prints lists, resources and time series as CSV', async () => {
  await line('project create --name csv-one --description Sheets')
  const { out } = await line('project list --name-contains csv- -o csv --columns name,description')
  expect(out).toBe('name,description\r\ncsv-one,Sheets\r\n')
  expect((await line('project view csv-one -o csv')).out).toMatch(/^name,.*\r\ncsv-one,.*\r\n$/)
  const query = (format: string) =>
    admin.terminal.granary(
      ...`metrics system-timeseries-query -o ${format} --query`.split(' '),
      'get collection_target:cpus_provisioned | filter timestamp > @now() - 1h',
    )
  // A change of the provisioned CPUs is a point at once.
  await line(`instance create --project csv-one --name web --hostname web ${instance}`)
  expect((await query('csv')).out).toMatch(
    /^table,start_time,timestamp,id,cpus_provisioned\r\ncollection_target:/,
  )
  expect((await query('table')).out).toMatch(/^TIMESTAMP +CPUS PROVISIONED +ID\n20/)
})

test('reads all pages of a list', async () => {
  for (let at = 0; at < 5; at++) {
    const body = { name: `key-${at}`, description: '', public_key: KEY }
    expect(
      (await admin.cloud.send('POST', '/v1/me/ssh-keys', body, { cookie: admin.cloud.cookie })).status,
    ).toBe(201)
  }
  expect(await json('current-user-ssh-key list')).toHaveLength(5)
  expect(await json('current-user-ssh-key list --limit 3')).toHaveLength(3)
  expect(await json('current-user-ssh-key list --limit 5 --all')).toHaveLength(5)
})

const KEY = 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIJk5+bKcX1kVbT0X0xPpZ0s2dW3bB0m0b5sQ0t9yX0aE test'

test('reports an empty list, except in JSON', async () => {
  expect(await line('current-user groups')).toMatchObject({ code: 0, err: 'No results\n' })
  expect((await line('current-user groups --json')).out).toBe('[]\n')
})

test('reads a body from a file or standard input, and flags take precedence', async () => {
  await line('project create --name bodies')
  const body = {
    name: 'from-file',
    description: 'as it stands',
    hostname: 'h',
    ncpus: 1,
    memory: 2 ** 30,
    network_interfaces: { type: 'none' },
    start: false,
  }
  const file = join(temporaryFolder(), 'body.json')
  writeFileSync(file, JSON.stringify(body))
  expect(await json(`instance create --project bodies --json-body ${file}`)).toMatchObject({
    name: 'from-file',
    ncpus: 1,
  })
  admin.terminal.type(JSON.stringify(body))
  expect(await json('instance create --project bodies --json-body - --name other --ncpus 3')).toMatchObject({
    name: 'other',
    ncpus: 3,
    description: 'as it stands',
  })
})

test('sends bytes from a file or standard input unchanged', async () => {
  await line('project create --name bytes')
  const backend = '{"type":"distributed","disk_source":{"type":"importing_blocks","block_size":512}}'
  await line(`disk create --project bytes --name import --size 1GiB --disk-backend ${backend}`)
  const stateOf = async () => (await json('disk view import --project bytes')).state.state
  await expect.poll(stateOf).toBe('import_ready')
  await line('disk bulk-write-import-start import --project bytes')
  const file = join(temporaryFolder(), 'blocks')
  writeFileSync(file, new Uint8Array(1024).fill(0xff))
  const write = 'disk write-blocks import --project bytes --offset 512 --input'
  expect(await line(`${write} ${file}`)).toEqual({ code: 0, out: '', err: '' })
  admin.terminal.type('\u0000'.repeat(100))
  expect(await line(`${write} -`)).toMatchObject({
    code: 1,
    err: expect.stringContaining('data length must be a multiple of the block size 512'),
  })
})

test.each([
  ['disk write-blocks x --project none --offset 0', 2, '--input'],
  ['disk write-blocks x --project none --offset 0 --input /nowhere', 2, '/nowhere cannot be read'],
  ['instance list', 2, '--project'],
  ['instance list --project none', 1, 'not found: project with name "none"'],
  ['instance view', 2, 'missing required argument'],
  ['instance view x --project none --nonsense', 2, '--nonsense'],
  ['instance create --project none', 2, '--name is required'],
  ['instance create --project none --memory much', 2, '--memory is "much"'],
  ['instance create --project none --ncpus many', 2, '--ncpus is "many"; it must be a number'],
  ['instance create --project none --boot-disk {', 2, '--boot-disk is not valid JSON'],
  ['instance create --project none --auto-restart-policy maybe', 2, 'one of never, best_effort, or null'],
  ['project create --json-body /nowhere', 2, '/nowhere cannot be read'],
  ['project list --limit 0', 2, '--limit is "0"'],
  ['project list --columns nonsense', 2, 'there is no column "nonsense"'],
  ['project list --host http://127.0.0.1:8539', 4, 'cannot reach http://127.0.0.1:8539: connection refused'],
  ['nonsense list', 2, "unknown command 'nonsense'"],
  ['instance nonsense', 2, "unknown command 'nonsense'"],
])('%s exits with %i and a reason', async (text, code, why) => {
  const ended = await line(text)
  expect(ended).toMatchObject({ code, out: '', err: expect.stringContaining(why) })
})

test('prints a refusal as JSON if --json is given', async () => {
  const { code, err } = await line('instance list --project none --json')
  expect(code).toBe(1)
  expect(JSON.parse(err)).toMatchObject({ error_code: 'ObjectNotFound', request_id: expect.any(String) })
})

test('reports a deleted resource like one that never existed', async () => {
  admin.terminal.environment.GRANARY_TOKEN = `granary-token-${'0'.repeat(40)}`
  expect(await line('project list')).toMatchObject({
    code: 3,
    err: expect.stringContaining('granary auth login'),
  })
})

test('encodes any name in the path', async () => {
  expect(await admin.terminal.granary('project', 'view', '../policy?x#y')).toMatchObject({ code: 1 })
})

test('prints events as they arrive, until Ctrl-C', async () => {
  const done = line('experimental event-stream')
  await expect.poll(() => admin.terminal.said()).toContain('event: hello')
  await admin.cloud.send(
    'POST',
    '/v1/projects',
    { name: 'told', description: '' },
    { cookie: admin.cloud.cookie },
  )
  await expect.poll(() => admin.terminal.said()).toContain('"name":"told"')
  admin.terminal.interrupt()
  expect((await done).code).toBe(130)
})

test('shows help from the contract at every level', async () => {
  const everything = await line('--help')
  expect(everything).toMatchObject({ code: 0, err: '' })
  // A first screen: what everyone does comes first, and no terminal scrolls.
  expect(everything.out).toMatch(/^Commands:\n {2}instance +create/m)
  expect(everything.out.split('\n').length).toBeLessThanOrEqual(24)
  expect((await line('commands')).out).toMatch(/^ {2}instance +list, create, view/m)
  expect((await line('instance --help')).out).toMatch(
    /^ {2}reboot \[options\] <instance...> +Reboot instance$/m,
  )
  const one = await line('instance create --help')
  expect(one.out).toContain('--memory <bytes>')
  expect(one.out).toContain('POST /v1/instances')
  const update = (await line('instance update --help')).out
  expect(update).toContain('Settings without a flag stay as they are.')
  expect(update).toMatch(/--memory <bytes> .*stays as it is when\s+left\s+out$/ms)
  expect(update).not.toMatch(/; required$/m)
  // The GET of this path lists all sets, so there is nothing to keep.
  const replace = (await line('networking-bgp-announce-set update --help')).out
  expect(replace).not.toContain('as they are')
  expect(replace).toMatch(/--announcement <json> .*; required$/ms)
  expect((await line('help instance')).out).toBe((await line('instance --help')).out)
})
