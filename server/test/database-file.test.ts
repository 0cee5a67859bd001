import { spawnSync } from 'node:child_process'
import { copyFileSync, existsSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { serve } from './process.ts'
import { clientOf, PASSWORD } from './server.ts'
import { temporaryFolder } from './temporary.ts'

const start = (folder: string) =>
  serve(['--port', '0', '--data', folder, '--log-level', 'error'], { GRANARY_ADMIN_PASSWORD: PASSWORD })

const LIST = '/v1/vpcs?project=p'

/** Lists the descriptions of VPCs as often as an answer takes to be kept and found again. */
async function descriptionsAt(url: string): Promise<string[]> {
  const client = clientOf(url)
  const cookie = await client.signIn()
  const read = async () => {
    const answer = await client.get(LIST, { cookie })
    const { items } = (await answer.json()) as { items: { description: string }[] }
    return items.map(({ description }) => description)
  }
  const answers = [await read(), await read(), await read()]
  expect(answers[2]).toEqual(answers[0])
  return answers[0]!
}

async function makeVpc(url: string, name: string): Promise<void> {
  const client = clientOf(url)
  const headers = { cookie: await client.signIn() }
  // The project of the first one has a VPC of its own, which nobody needs.
  if ((await client.send('POST', '/v1/projects', { name: 'p', description: '' }, headers)).status === 201)
    await client.send('DELETE', '/v1/vpc-subnets/default?project=p&vpc=default', undefined, headers)
  await client.send('DELETE', '/v1/vpcs/default?project=p', undefined, headers)
  const answer = await client.send(
    'POST',
    LIST,
    { name, description: `first ${name}`, dns_name: name },
    headers,
  )
  expect(answer.status).toBe(201)
}

const EDIT = `update vpc set description = 'edited' where name = 'one'`

/** Runs a statement on the file in a process of its own. @returns what it prints. */
function runElsewhere(path: string, statement: string): string {
  const script = `new (require('node:sqlite').DatabaseSync)(process.argv[1]).exec(process.argv[2])`
  const { stderr } = spawnSync(process.execPath, ['-e', script, path, statement], { encoding: 'utf8' })
  return stderr
}

test('no other process reads or changes the database file of a running server', async () => {
  const folder = temporaryFolder()
  const path = join(folder, 'granary.sqlite')
  const first = await start(folder)
  await makeVpc(first.url, 'one')
  expect(await descriptionsAt(first.url)).toEqual(['first one'])
  for (const statement of [EDIT, 'vacuum', `vacuum into '${folder}/copy.sqlite'`, 'select * from vpc'])
    expect(runElsewhere(path, statement), statement).toContain('database is locked')
  expect(await descriptionsAt(first.url)).toEqual(['first one'])

  expect(await first.end('SIGTERM')).toBe(0)
  for (const statement of [EDIT, 'vacuum']) expect(runElsewhere(path, statement)).toBe('')
  const second = await start(folder)
  expect(await descriptionsAt(second.url)).toEqual(['edited'])
  expect(await second.end('SIGTERM')).toBe(0)
})

test('a file that was copied after a stop is restored after a kill, without the log of the killed server', async () => {
  const folder = temporaryFolder()
  const [path, backup] = [join(folder, 'granary.sqlite'), join(folder, 'backup.sqlite')]
  const first = await start(folder)
  await makeVpc(first.url, 'one')
  expect(await first.end('SIGTERM')).toBe(0)
  // A stopped server leaves no write-ahead log, so the file alone is the backup.
  expect(existsSync(`${path}-wal`)).toBe(false)
  copyFileSync(path, backup)
  const second = await start(folder)
  await makeVpc(second.url, 'two')
  expect(await descriptionsAt(second.url)).toEqual(['first one', 'first two'])
  expect(await second.end('SIGKILL')).toBeNull()
  renameSync(backup, path)
  // SQLite would apply it to the restored file.
  rmSync(`${path}-wal`)
  const third = await start(folder)
  expect(await descriptionsAt(third.url)).toEqual(['first one'])
  expect(await third.end('SIGTERM')).toBe(0)
})
