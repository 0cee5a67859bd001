import { expect, test } from 'vitest'
import { administrator } from '../../test/administrator.ts'

const admin = administrator()
const { line, fine, json } = admin

let made = 0
/** Creates a project, as the default one. */
async function project(): Promise<string> {
  const name = `comfort-${made++}`
  await fine(`project create -n ${name}`)
  await fine(`config set project ${name}`)
  return name
}
const machine = (name: string, more = '--no-start') =>
  `instance create -n ${name} --hostname ${name} --ncpus 1 --memory 1GiB --network-interfaces {"type":"none"} ${more}`

test('null clears a field, and an update keeps all other fields', async () => {
  await project()
  await fine(machine('web', '--no-start --cpu-platform amd_milan --auto-restart-policy never -w'))
  const before = await json('instance view web')
  expect(before).toMatchObject({ cpu_platform: 'amd_milan', auto_restart_policy: 'never' })
  const after = await json('instance update web --cpu-platform null --ncpus 2')
  const { time_modified: _, ...same } = before
  expect(after).toMatchObject({ ...same, cpu_platform: null, ncpus: 2 })
})

test('an update without a setting says what it can change', async () => {
  await project()
  await fine(machine('web'))
  expect(await line('instance update web')).toMatchObject({
    code: 2,
    err: expect.stringMatching(
      /^granary: nothing to change: name at least one of --name, .*--ncpus, .* \(or use --json-body\)\n$/,
    ),
  })
  expect(await line('vpc update default')).toMatchObject({
    code: 2,
    err: 'granary: nothing to change: name at least one of --name, --description, --dns-name (or use --json-body)\n',
  })
  expect((await line('project create')).err).toBe('granary: --name is required (or use --json-body)\n')
  expect((await line('instance create')).err).toContain('--name is required')
  expect((await line('silo create -n x')).err).toMatch(/--\w+.*, .* are required/)
})

test('an update keeps the boot disk', async () => {
  await project()
  const disk =
    '{"type":"create","name":"boot","description":"","size":1073741824,"disk_backend":{"type":"distributed","disk_source":{"type":"blank","block_size":512}}}'
  await fine(machine('web', `--no-start --boot-disk ${disk} -w`))
  const { boot_disk_id } = await json('instance view web')
  expect(boot_disk_id).toEqual(expect.any(String))
  expect(await json('instance update web --ncpus 3')).toMatchObject({ boot_disk_id, ncpus: 3 })
})

test('waits for changes', async () => {
  await project()
  expect(await json(machine('web', '--wait'))).toMatchObject({ run_state: 'running' })
  expect(await json('instance stop web -w')).toMatchObject({ run_state: 'stopped' })
  await fine('instance start web')
  await fine('instance wait web --for running --timeout 5m')
  await fine('instance stop web -w')
  await fine('instance delete web -w')
  expect((await line('instance view web')).code).toBe(1)
  const backend = '{"type":"distributed","disk_source":{"type":"blank","block_size":512}}'
  const disk = await json(`disk create -n data --size 1GiB --disk-backend ${backend} --wait`)
  expect(disk.state).toEqual({ state: 'detached' })
  expect(await json('snapshot create -n now --disk data --wait')).toMatchObject({ state: 'ready' })
  expect(await line('disk wait none --for detached')).toMatchObject({
    code: 1,
    err: 'granary: not found: disk with name "none"\n',
  })
  expect(await line('disk wait data --for faulted --timeout 1s')).toMatchObject({
    code: 1,
    err: 'granary: disk data is still detached after the timeout\n',
  })
})

test('a wait for a deletion succeeds without the resource, and fails without its project', async () => {
  const name = await project()
  for (const family of ['instance', 'disk', 'snapshot', 'image']) {
    expect(await line(`${family} wait gone --for deleted`)).toEqual({ code: 0, out: '', err: '' })
    for (const wrong of [`${name}x`, crypto.randomUUID()])
      expect(await line(`${family} wait gone -p ${wrong} --for deleted`)).toMatchObject({
        code: 1,
        err: expect.stringMatching(/^granary: not found: project with (name|id) ".*"\n$/),
      })
  }
  await fine(`instance wait ${crypto.randomUUID()} --for deleted`)
})

test('an instance takes stop, start and delete right after its create', async () => {
  await project()
  await fine(machine('web', '--start'))
  await fine('instance stop web -w')
  expect(await json('instance start web -w')).toMatchObject({ run_state: 'running' })
  await fine(machine('db', '--start'))
  expect(await json('instance stop db -w')).toMatchObject({ run_state: 'stopped' })
  await fine('instance delete db -w')
  expect((await line('instance view db')).code).toBe(1)
})

test('has letters for common flags', async () => {
  const name = `comfort-${made++}`
  expect(await json(`project create -n ${name} -d short`)).toMatchObject({ name, description: 'short' })
  for (const one of ['a', 'b']) await fine(`${machine(one)} -p ${name}`)
  expect(await fine(`instance list -p ${name} -l 1 -c name`)).toBe('NAME\na\n')
  await fine(`instance delete a b -p ${name} -w -y`)
  expect(await json(`instance list -p ${name}`)).toEqual([])
})

test('takes several targets, and goes on after one that fails', async () => {
  await project()
  for (const name of ['one', 'two']) await fine(machine(name, '--no-start -w'))
  expect(await fine('instance view one two -o name')).toBe('one\ntwo\n')
  expect(await json('instance view one two')).toHaveLength(2)
  expect(await line('instance delete one three two')).toEqual({
    code: 1,
    out: '',
    err: expect.stringMatching(/^granary: three: not found.*\ngranary: 1 of 3 failed\n$/),
  })
  expect(await json('instance list')).toEqual([])
})

test('prints JSON, YAML or names', async () => {
  const name = await project()
  const view = await json(`project view ${name}`)
  const yaml = await fine(`project view ${name} -o yaml`)
  expect(yaml).toContain(`id: ${view.id}\nname: ${name}\n`)
  expect(await fine(`project list --name-contains ${name} -o name`)).toBe(`${name}\n`)
  expect(await fine(`project list --name-contains ${name} -o yaml`)).toMatch(/^- id: /)
  expect(await line('project list -o xml')).toMatchObject({ code: 2, err: expect.stringContaining('table') })
})

test('asks before a deletion on a terminal', async () => {
  await project()
  await fine('disk create data --size 1GiB')
  const answering = (text: string) =>
    admin.terminal.keyboard(
      (async function* () {
        yield text
      })(),
    )
  answering('n\n')
  expect(await line('disk delete data')).toMatchObject({
    code: 130,
    err: 'Delete disk: data. Are you sure? [y/N] granary: nothing was deleted\n',
  })
  answering('y\n')
  expect(await line('disk delete data')).toMatchObject({ code: 0 })
  answering('')
  expect((await line('disk delete data -y')).err).not.toContain('Are you sure')
})

test('has a default project for names, not for IDs', async () => {
  const name = await project()
  const { id } = await json(machine('web'))
  expect(await fine('config list')).toContain(`project  ${name}\n`)
  await fine('config set project another')
  expect((await json(`instance view ${id}`)).name).toBe('web')
  expect((await line('instance view web')).err).toContain('another')
  admin.terminal.environment.GRANARY_PROJECT = name
  expect((await json('instance view web')).id).toBe(id)
  delete admin.terminal.environment.GRANARY_PROJECT
  await fine('config unset project')
  expect(await line('instance list')).toMatchObject({
    code: 2,
    err: expect.stringContaining('config set project'),
  })
})

test('shows members, interfaces and addresses in columns', async () => {
  await project()
  await fine(machine('web', '--no-start -w').replace('{"type":"none"}', '{"type":"default_ipv4"}'))
  await fine('affinity-group create -n near --policy allow --failure-domain sled')
  await fine('affinity-group-member-instance add near web')
  expect(await fine('affinity-group-member list near')).toMatch(
    /^NAME +RUN STATE +ID +TYPE\nweb +stopped +[0-9a-f-]+ +instance\n$/,
  )
  expect(await fine('instance-network-interface list --instance web')).toMatch(
    /^NAME +PRIMARY +IP STACK .*\n\S+ +true +172\.30\.0\.\d+ /,
  )
  expect(await fine('instance-external-ip list web')).toMatch(/^IP +KIND +NAME /)
})

test('explains in sentences what packets meet', async () => {
  await project()
  const nic = '{"type":"default_ipv4"}'
  for (const name of ['web', 'db']) await fine(machine(name, '--no-start -w').replace('{"type":"none"}', nic))
  const question = 'vpc explain default --from instance/web --to instance/db --port 5432'
  const text = await fine(question)
  expect(text).toMatch(/^text +Yes, TCP to port 5432 arrives, and replies come back\.$/m)
  expect(text).toMatch(/^there +Interface \S+ of instance web has the address 172\.30\.0\.5\.$/m)
  expect(text).toMatch(/^ +Rule allow-internal-inbound \(priority 65534\) allows packets to instance db\.$/m)
  expect(await json(question)).toMatchObject({ reachable: true, obstacle: null })
  const refused = await line('vpc explain default --from instance/web --to instance/none --port 1')
  expect(refused).toMatchObject({ code: 1, err: expect.stringContaining('no instance "none"') })
})

test('names an unknown flag and suggests another', async () => {
  expect((await line('project create --nmae x')).err).toContain('Did you mean --name?')
  expect((await line('project lsit')).err).toContain('Did you mean list?')
})
