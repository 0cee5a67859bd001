import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../../../server/test/temporary.ts'
import { administrator } from '../../test/administrator.ts'
import { imageFile, patterned } from '../../test/image-files.ts'

const admin = administrator()
const { line, fine, json } = admin

const IPV4 = /^\d+\.\d+\.\d+\.\d+$/

let made = 0
async function project(): Promise<string> {
  const name = `everyday-${made++}`
  await fine(`project create ${name}`)
  await fine(`config set project ${name}`)
  return name
}

test('one command makes an instance from an image that runs and is reachable', async () => {
  await project()
  const file = imageFile(
    'debian.raw',
    new Uint8Array([...patterned(512, 1), ...new Uint8Array(1024 * 1024 - 512)]),
  )
  await admin.terminal.granary(
    'image',
    'upload',
    file,
    '--name',
    'debian',
    '--os',
    'debian',
    '--version',
    '13',
    '--json',
  )
  const data = join(temporaryFolder(), 'data.yaml')
  writeFileSync(data, '#cloud-config\n')
  const created = await json(
    `instance create web --image debian --size cpu-small --disk 3GiB --ip ephemeral --user-data @${data} --wait`,
  )
  expect(created).toMatchObject({
    name: 'web',
    hostname: 'web',
    ncpus: 2,
    memory: 4 * 2 ** 30,
    run_state: 'running',
  })
  const [disk, ...others] = await json('instance-disk list web')
  expect(disk).toMatchObject({ id: created.boot_disk_id, size: 3 * 2 ** 30, description: 'Boot disk of web' })
  expect(others).toEqual([])
  expect(
    (await json('instance-external-ip list web')).map(({ kind, ip }: never) => [kind, ip]),
  ).toContainEqual(['ephemeral', expect.stringMatching(IPV4)])
  expect(await fine('instance serial-console web')).not.toBe('')
})

test('user data with a mistake is sent, and each mistake is named by its line', async () => {
  await project()
  const data = join(temporaryFolder(), 'data.yaml')
  writeFileSync(data, '#cloud-config\npackages: nginx\nrunncmd: [date]\n')
  const asked = (name: string, given: string) =>
    line(`instance create ${name} --size micro --no-start --user-data ${given}`)
  const { code, err } = await asked('one', `@${data}`)
  expect(code).toBe(0)
  expect(err).toBe(
    `Warning: ${data}, line 2, column 1: "packages" must be a list, with "- " before each item, but is text\n` +
      `Hint: ${data}, line 3, column 1: cloud-init knows no key "runncmd"; did you mean "runcmd"?\n`,
  )
  expect((await asked('two', btoa('echo hello'))).err).toMatch(
    /^Warning: --user-data, line 1, column 1: The first line must say what the data is/,
  )
  expect((await asked('three', btoa('#!/bin/sh'))).err).toBe('')
})

test('a template is the beginning of an instance, and other flags replace its parts', async () => {
  await project()
  const boot = { type: 'create', name: 'root', description: '', size: 2 ** 30 }
  const blank = { type: 'distributed', disk_source: { type: 'blank', block_size: 512 } }
  const body = {
    ncpus: 2,
    memory: 4 * 2 ** 30,
    boot_disk: { ...boot, disk_backend: blank },
    disks: [{ ...boot, name: 'data', disk_backend: blank }],
    user_data: btoa('#!/bin/sh'),
    auto_restart_policy: 'never',
    start: false,
  }
  await fine(`instance-template create web --body ${JSON.stringify(body)}`)
  const one = await json('instance create one --template web')
  expect(one).toMatchObject({ ncpus: 2, hostname: 'one', auto_restart_policy: 'never', run_state: 'stopped' })
  const disks = (await json('instance-disk list one')).map(({ name }: { name: string }) => name)
  expect(disks).toEqual([expect.stringMatching(/^one-data-/), expect.stringMatching(/^one-root-/)])
  const two = await json('instance create two --template web --size micro --disk 3GiB')
  expect(two).toMatchObject({ ncpus: 1, memory: 2 ** 30, auto_restart_policy: 'never' })
  const sized = await json('instance create sized --template web --ncpus 3')
  expect(sized).toMatchObject({ ncpus: 3, memory: 4 * 2 ** 30 })
  const large = await json('instance create large --template web --memory 3GiB')
  expect(large).toMatchObject({ ncpus: 2, memory: 3 * 2 ** 30 })
  expect((await line('instance create three --template wbe')).err).toBe(
    'granary: there is no template "wbe"; there are web\n',
  )
  expect((await line('instance create three --template web --json-body x.json')).err).toContain(
    '--template and --json-body exclude each other',
  )
})

test('an unknown image is refused with those that there are', async () => {
  await project()
  expect(await line('instance create web --image nothing')).toMatchObject({
    code: 1,
    err: expect.stringMatching(
      /^granary: there is no image "nothing", and none at all: `granary image upload`/,
    ),
  })
  expect((await line('instance create web --size huge')).err).toMatch(
    /^granary: --size is "huge"; it must be one of micro, small/,
  )
  expect((await line('instance create web --image a --snapshot b')).err).toContain('exclude each other')
  expect((await line('instance create web --disk x --boot-disk {"type":"attach","name":"x"}')).err).toContain(
    '--disk and --boot-disk exclude each other',
  )
})

test('a disk is made, attached and used to boot from by its name', async () => {
  await project()
  await fine('disk create root --size 2GiB')
  const created = await json('instance create web --size micro --disk root --no-start')
  expect(created).toMatchObject({ ncpus: 1, memory: 2 ** 30 })
  expect((await json('disk view root')).id).toBe(created.boot_disk_id)
  expect(await json('disk create data --size 1GiB --attach web')).toMatchObject({
    state: { state: 'attached', instance: created.id },
  })
  const { code, err } = await line('disk create more --size 1GiB --attach nobody')
  expect(code).toBe(1)
  expect(err).toMatch(/^granary: disk "more" was created, but not attached: /)
})

test('a floating IP is attached as it is created', async () => {
  await project()
  await fine('instance create web --size micro --no-start')
  const instance = await json('instance view web')
  expect(await json('floating-ip create front --attach web')).toMatchObject({
    name: 'front',
    instance_id: instance.id,
    ip: expect.stringMatching(IPV4),
  })
  const [pool] = await json('ip-pool list')
  expect(await json(`floating-ip create second --pool ${pool.name}`)).toMatchObject({ ip_pool_id: pool.id })
  expect((await line('floating-ip create x --pool x --ip 203.0.113.50')).err).toContain('exclude each other')
})

test('rules of the firewall are listed as sentences, added, disabled and removed one by one', async () => {
  const name = await project()
  const before = await json('firewall list')
  await fine('firewall add web --allow tcp:80,443 --from 10.0.0.0/8 --from instance:db')
  const rules = await json('firewall list')
  expect(rules).toHaveLength(before.length + 1)
  expect(rules[0]).toMatchObject({
    name: 'web',
    action: 'allow',
    direction: 'inbound',
    status: 'enabled',
    priority: 0,
    targets: [{ type: 'vpc', value: 'default' }],
    filters: {
      hosts: [
        { type: 'ip_net', value: '10.0.0.0/8' },
        { type: 'instance', value: 'db' },
      ],
      ports: ['80', '443'],
      protocols: [{ type: 'tcp' }],
    },
  })
  expect(await fine('firewall disable web')).toMatch(
    /^NAME +STATUS +PRIORITY +DIRECTION +RULE\nweb +disabled +0 +inbound +Allows TCP to ports 80 and 443 from 10\.0\.0\.0\/8 and instance db to VPC default\.\n/,
  )
  await fine('firewall add tagged --allow tcp:22 --on tag:role=web')
  expect(await fine('firewall disable tagged')).toContain(
    'Allows TCP to port 22 from anywhere to instances with tag role=web.',
  )
  expect((await json('firewall list')).find((one: { name: string }) => one.name === 'tagged')).toMatchObject({
    targets: [],
    target_tags: [{ key: 'role', value: 'web' }],
  })
  await fine('firewall remove tagged')
  expect((await line('firewall add web --deny all')).err).toContain('there is a rule "web" already')
  await fine('firewall remove web')
  expect(await json('firewall list')).toEqual(before)
  expect((await line('firewall remove web')).err).toContain(
    `there is no rule "web" in the VPC "default"; there are `,
  )
  expect((await line(`firewall add x --allow tcp:80 --allow udp:53 --project ${name}`)).err).toContain(
    'add a rule for each of tcp:80 and udp:53',
  )
})

test('tags are set as KEY=VALUE, listed, filtered by, and removed', async () => {
  const name = await project()
  await fine('disk create data --size 1GiB')
  const set = await json('tag set disk data env=prod,team=web')
  expect(set).toMatchObject({
    name: 'data',
    tags: [
      { key: 'env', value: 'prod' },
      { key: 'team', value: 'web' },
    ],
  })
  expect(await json('tag view disk data')).toEqual(set)
  expect(await fine('tag list')).toMatch(/^KEY +VALUE +COUNT\nenv +prod +1\nteam +web +1\n/)
  expect(await json('disk list --filter tag:env=prod')).toHaveLength(1)
  expect(await json('disk list --filter -tag:env')).toEqual([])
  expect((await json('tag set disk data env=test --remove team')).tags).toEqual([
    { key: 'env', value: 'test' },
  ])
  const json2 = JSON.stringify([{ key: 'note', value: 'a,b' }])
  expect((await json(`tag set disk data --set ${json2}`)).tags).toHaveLength(2)
  expect((await line(`tag set disk data 1=x -p ${name}`)).err).toContain(
    'the tag is "1=x": Must start with a letter',
  )
  expect((await line('tag set disk data env')).err).toContain('Must be KEY=VALUE')
})

test('deleting a project says what is in it, and deletes that too on the word of a person', async () => {
  const name = await project()
  await fine('disk create data --size 1GiB')
  const refused = await line(`project delete ${name}`)
  expect(refused.code).toBe(1)
  expect(refused.err).toMatch(/^granary: project "everyday-\d+" is not empty: it has .*1 disk \(data\)/)
  expect(refused.err).toContain(`granary project delete-with-contents ${name} --name ${name}`)
  admin.terminal.keyboard(typing('something else\r'))
  expect(await line(`project delete ${name}`)).toMatchObject({ code: 130 })
  admin.terminal.keyboard(typing(`${name}\r`))
  expect(await line(`project delete ${name}`)).toMatchObject({ code: 0 })
  await expect.poll(async () => (await line(`project view ${name}`)).code).toBe(1)
})

test('the audit log shows the last day, the newest entry first', async () => {
  await project()
  const entries = await json('audit-log list --limit 5')
  expect(entries[0].operation_id).toBe('project_create')
})

test('sizes in JSON have units, files have the encodings of other shells, and names stand for IDs', async () => {
  const name = await project()
  const body = JSON.stringify({
    name: 'data',
    description: 'ä',
    size: '2GiB',
    disk_backend: { type: 'distributed', disk_source: { type: 'blank', block_size: 512 } },
  })
  const file = join(temporaryFolder(), 'disk.json')
  writeFileSync(file, `\ufeff${body}`, 'utf16le')
  expect(await json(`disk create --json-body ${file}`)).toMatchObject({ description: 'ä', size: 2 * 2 ** 30 })
  const boot = `{"type":"create","name":"boot","description":"","size":"3GiB","disk_backend":{"type":"local"}}`
  const created = await json(`instance create web --size micro --no-start --boot-disk ${boot} -p ${name}`)
  expect((await json(`disk view ${created.boot_disk_id}`)).size).toBe(3 * 2 ** 30)
  expect((await json('user view admin')).display_name).toBe('admin')
  expect(await line('user view nobody')).toMatchObject({
    code: 1,
    err: 'granary: there is no user called "nobody"; `granary user list` shows their IDs\n',
  })
})

async function* typing(text: string) {
  yield text
}
