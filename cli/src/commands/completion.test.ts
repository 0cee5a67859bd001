import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { dirname, join } from 'node:path'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { administrator } from '../../test/administrator.ts'

const admin = administrator()
beforeAll(async () => {
  const { cloud } = admin
  const make = (path: string, body: object) => cloud.send('POST', path, body, { cookie: cloud.cookie })
  const some = {
    description: '',
    ncpus: 1,
    memory: 2 ** 30,
    network_interfaces: { type: 'none' },
    start: false,
  }
  for (const name of ['shop', 'shed']) await make('/v1/projects', { name, description: '' })
  for (const name of ['cart', 'card'])
    await make('/v1/instances?project=shop', { ...some, name, hostname: name })
  await make('/v1/vpcs?project=shop', { name: 'backend', description: '', dns_name: 'backend' })
})

const complete = async (...words: string[]) => {
  const { code, out, err } = await admin.terminal.granary('complete', '--', ...words)
  expect({ code, err }).toEqual({ code: 0, err: '' })
  return out.split('\n').filter(Boolean).toSorted()
}

test.each([
  [['inst'], ['instance', 'instance-disk', 'instance-network-interface']],
  [['instance', 'sta'], ['start']],
  [['help', 'instance', 'sta'], ['start']],
  [
    ['instance', 'wait', 'web', '--for', 'sto'],
    ['stopping', 'stopped'],
  ],
  [['project', 'create', '--na'], ['--name']],
  [
    ['project', 'list', '-o', ''],
    ['table', 'json', 'yaml', 'name'],
  ],
  [
    ['completion', ''],
    ['bash', 'zsh', 'fish'],
  ],
  [['config', 'set', ''], ['project']],
])('completes %j to %j', async (words, found) => {
  expect(await complete(...words)).toEqual(expect.arrayContaining(found.toSorted()))
})

test.each([
  [
    ['project', 'view', 'sh'],
    ['shed', 'shop'],
  ],
  [['instance', 'list', '--project', 'sho'], ['shop']],
  [['instance', 'list', '-p', 'sho'], ['shop']],
  [['instance', 'list', '--project', '=', 'sho'], ['shop']],
  [
    ['instance', 'list', '--project', '='],
    ['shed', 'shop'],
  ],
  [['instance', 'list', '--project=sho'], ['--project=shop']],
  [['config', 'set', 'project', 'she'], ['shed']],
  [
    ['instance', 'view', '-p', 'shop', ''],
    ['card', 'cart'],
  ],
  [
    ['instance', 'view', '--project=shop', 'car'],
    ['card', 'cart'],
  ],
  [['instance', 'wait', '-p', 'shop', 'cart', ''], ['card']],
  [['vpc-subnet', 'list', '-p', 'shop', '--vpc', 'b'], ['backend']],
  [['vpc-subnet', 'view', '-p', 'shop', '--vpc', 'default', ''], ['default']],
  [['silo', 'view', ''], ['main']],
])('completes %j to the names %j', async (words, found) => {
  expect(await complete(...words)).toEqual(found)
})

test('completes names in the default project, and nothing without a project', async () => {
  expect(await complete('instance', 'view', '')).toEqual([])
  await admin.terminal.granary('config', 'set', 'project', 'shop')
  expect(await complete('instance', 'view', 'c')).toEqual(['card', 'cart'])
})

test('completes nothing after an unknown word, an argument too many, or without a server', async () => {
  expect(await complete('instanc', '')).toEqual([])
  expect(await complete('project', 'view', 'shop', '')).toEqual(['shed'])
  expect(await complete('project', 'update', 'shop', '')).toEqual([])
  expect(await complete('help', 'project', 'view', '')).toEqual([])
  admin.terminal.environment.GRANARY_HOST = 'http://127.0.0.1:9'
  expect(await complete('project', 'view', '')).toEqual([])
  admin.terminal.environment.GRANARY_TOKEN = ''
  admin.terminal.environment.GRANARY_HOST = ''
  expect(await complete('project', 'view', '')).toEqual([])
})

test('completes no name that a shell or a admin.terminal would act on', async () => {
  const names = ['fine', '$(reboot)', '`reboot`', 'a b', '*', '-rf', '\u001b]0;title\u0007', 'two\nlines', 7]
  const server = createServer((_, answer) => {
    answer.setHeader('content-type', 'application/json')
    answer.end(JSON.stringify({ items: names.map((name) => ({ name })) }))
  }).listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  admin.terminal.environment.GRANARY_HOST = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  expect(await complete('project', 'view', '')).toEqual(['fine'])
})

test.each(['bash', 'zsh', 'fish'])('prints the completion script of %s', async (shell) => {
  expect((await admin.terminal.granary('completion', shell)).out).toContain('granary complete -- ')
})

test('the script for bash fills in the words', async () => {
  const folder = dirname(dirname(dirname(admin.terminal.config)))
  const program = join(folder, 'granary')
  // Prints its words, so that the test sees what the script passes.
  writeFileSync(program, '#!/bin/sh\nfor word in "$@"; do echo "<$word>"; done\n')
  chmodSync(program, 0o755)
  const { out: script } = await admin.terminal.granary('completion', 'bash')
  const asked = `${script}\nCOMP_WORDS=(granary instance view "")\nCOMP_CWORD=3\n_granary\nprintf '%s\\n' "\${COMPREPLY[@]}"`
  const env = { PATH: `${folder}:${process.env.PATH}` }
  const printed = execFileSync('bash', ['-c', asked], { env, encoding: 'utf8' })
  expect(printed).toBe('<complete>\n<-->\n<instance>\n<view>\n<>\n')
})
